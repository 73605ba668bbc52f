//! The TypeScript of the wire.

use shelf::board::*;
use shelf::{RuleStatus, Size};
use table::PointKind;
use ts_rs::TS;

use super::*;

/// Functions that write the TypeScript of some types, each under the docs of its Rust type.
macro_rules! declared {
    ($($(#[$doc:meta])* $group:ident: $($name:ty),*;)*) => {$(
        $(#[$doc])*
        fn $group(out: &mut String) {
            $(declare::<$name>(out);)*
        }
    )*};
}

declared! {
    /// Board: all that stands still in a battle.
    board:
        Feature, Road, GroundData, Dir, HexsideData, RoadData, PlaceData, SideData, NamedItem, FacingData, Symbol, ArmData, Fitness, Look,
        Sign, StateData, BadgeData, CounterData, FigureData, FormationData, MarkerData, TurnData,
        ArrivalData, ObjectiveData, VerbData, AskData, MarkerStateData, OverlayKind, LayerSource, LayerData, Board;
    /// Position: all that changes on the board, and what is laid over the map.
    position:
        ClockData, Counter, MarkerState, FormationState, GroupState, Position, AnnouncedAttack, Patch, OverlayHex,
        OverlayData;
    /// Errors, battles, rules and accounts.
    lobby:
        ProblemCode, Problem, ErrorBody, SideCard, Size, BattleCard, OptionCard, OptionValue, Lesson, BattleDetail, RuleStatus, RuleCard,
        Notify, MailState, MailProof, MailCard, MailStop, Me, Credentials, SessionCard;
    /// Games that are made and joined.
    making:
        SeatWish, EarlyEnd, UndoRule, DiceRule, WatchRule, FlagRule, ClockRule, Options, NewGame, CreatedGame,
        Join, ComputerWish, SeatCode, Upload;
    /// Games in lists, and what is asked in them.
    question:
        GameStatus, SeatKind, SeatCard, OutcomeCard, GameCard, PointKind, ChoiceGroup, Question, Ending, Answer, AcceptedAnswer,
        Candidate, WhyNot, Chance, ThingChances, Sum, Part, Effect, Preview, Hint, OverlayWish, Overlay;
    /// Log, replay, fortune, chat and notes.
    record:
        Fact, Heading, LogEntry, LogPage, ReplayAnswer, ReplayStep, ReplayIndex, ReplayPosition, ReplayRun,
        FortuneThrow, Fortune, ChatMessage, Say, Notes;
    /// Standing orders, clocks, taking back, dice.
    consent:
        OrderChoice, OrderCondition, StandingOrder, StandingOrders, Clocks, UndoProposal, UndoConsent,
        UndoWish, UndoResult, Consent, AsSide, PromiseCard, DiceCard, Contribution, ThrowData, VerifyData;
    /// Messages over the WebSocket.
    live:
        GameView, Change, ClientMessage, ServerMessage;
}

/// Writes the TypeScript of a type.
fn declare<T: TS>(out: &mut String) {
    if let Some(docs) = T::docs() {
        out.push_str(&docs);
    }
    out.push_str("export ");
    out.push_str(&T::decl());
    out.push_str("\n\n");
}

/// The TypeScript of all types, as it stands in `web/src/lib/wire/index.ts`.
pub fn typescript() -> String {
    let mut out = String::from(
        "// Made from the Rust types by `BERTHIER_UPDATE=1 cargo test -p server wire`. Do not edit.\n\n",
    );
    for group in [board, position, lobby, making, question, record, consent, live] {
        group(&mut out);
    }
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
