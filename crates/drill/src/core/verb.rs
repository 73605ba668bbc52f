//! The verbs of answers.

table::verbs! {
    /// Go ahead: a unit, and where its right wing will be.
    ADVANCE = "advance",
    /// Wheel: a unit and its new facing.
    WHEEL = "wheel",
    /// Rally a shaken unit.
    RALLY = "rally",
    /// Fire: a unit at a unit.
    FIRE = "fire",
    /// Fall back to a hex.
    RETREAT = "retreat",
    /// Nothing more in this phase.
    DONE = "done",
}
