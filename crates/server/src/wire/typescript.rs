//! The TypeScript of the wire.

use shelf::board::*;
use ts_rs::TS;

use super::*;

/// The TypeScript of all types, as it stands in `web/src/lib/wire/index.ts`.
pub fn typescript() -> String {
    let mut out = String::from(
        "// Made from the Rust types by `BERTHIER_UPDATE=1 cargo test -p server wire`. Do not edit.\n\n",
    );
    macro_rules! all {
        ($($name:ty),* $(,)?) => {$({
            if let Some(docs) = <$name as TS>::docs() {
                out.push_str(&docs);
            }
            out.push_str("export ");
            out.push_str(&<$name as TS>::decl());
            out.push_str("\n\n");
        })*};
    }
    all!(
        GroundData,
        HexsideData,
        WayData,
        PlaceData,
        SideData,
        Named,
        FacingData,
        Symbol,
        Fitness,
        Look,
        Sign,
        StateData,
        BadgeData,
        CounterData,
        FigureData,
        FormationData,
        MarkerData,
        TurnData,
        ArrivalData,
        ObjectiveData,
        VerbData,
        AskData,
        MarkerStateData,
        OverlayKind,
        LayerData,
        Board,
        ClockData,
        Counter,
        MarkerState,
        FormationState,
        GroupState,
        Position,
        Patch,
        OverlayHex,
        OverlayData,
        Problem,
        ErrorBody,
        SideCard,
        BattleCard,
        OptionCard,
        OptionValue,
        Lesson,
        BattleDetail,
        RuleCard,
        Notify,
        MailState,
        MailProof,
        MailCard,
        MailStop,
        Me,
        Credentials,
        SessionCard,
        SeatWish,
        BrokenOff,
        UndoRule,
        DiceRule,
        WatchRule,
        AtZero,
        ClockRule,
        Options,
        NewGame,
        Created,
        Join,
        ComputerWish,
        SeatCode,
        Upload,
        GameStatus,
        SeatCard,
        OutcomeCard,
        GameCard,
        ChoiceGroup,
        Question,
        Ending,
        Answer,
        Accepted,
        Candidate,
        WhyNot,
        Chance,
        ThingChances,
        Sum,
        Part,
        Effect,
        Preview,
        Hint,
        OverlayWish,
        Overlay,
        Fact,
        Heading,
        LogEntry,
        LogPage,
        ReplayAnswer,
        ReplayStep,
        ReplayIndex,
        ReplayPosition,
        ReplayRun,
        FortuneThrow,
        Fortune,
        ChatMessage,
        Say,
        Notes,
        OrderChoice,
        OrderCondition,
        StandingOrder,
        StandingOrders,
        Clocks,
        UndoProposal,
        UndoConsent,
        UndoWish,
        UndoDone,
        Consent,
        AsSide,
        PromiseCard,
        DiceCard,
        Contribution,
        ThrowData,
        VerifyData,
        GameView,
        Change,
        ClientMessage,
        ServerMessage,
    );
    // All numbers stay below 2^53, and JSON has no big integers.
    out = out.replace("bigint", "number");
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    /// The TypeScript types are those of the Rust types.
    #[test]
    fn wire_types_for_the_client_are_current() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/wire/index.ts");
        let made = super::typescript();
        if std::env::var_os("BERTHIER_UPDATE").is_some() {
            std::fs::create_dir_all(path.parent().expect("it is in a folder"))
                .expect("the folder can be made");
            std::fs::write(&path, &made).expect("the file can be written");
        }
        let stands = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stands == made,
            "web/src/lib/wire/index.ts is out of date: BERTHIER_UPDATE=1 cargo test -p server wire"
        );
    }
}
