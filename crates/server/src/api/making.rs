//! Making games: new ones, and such as are gone on with.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use shelf::{Game, Table, Timing};
use table::Side;
use table::dice::Seed;
use table::hash::{hex, unhex};
use table::session::Seat;

use super::{Body, Visitor};
use crate::api_error::{ApiError, Result};
use crate::auth::{self, clean_name, print, random};
use crate::hub::Hub;
use crate::now_s;
use crate::room::record::undone;
use crate::room::{commitment, mix, sitters};
use crate::store::{Append, GameRow, List, OVER, PLAYING, SeatKind, SeatRow, StateRow, Summary, Write};
use crate::wire::{ClockRule, CreatedGame, DiceRule, NewGame, Options, SeatWish, UndoRule, Upload};
use crate::work::Turn;

/// The most games of one's own in which the seed of a saved one is looked for.
const SAVED: u32 = 1000;

/// Seats as they are wished, with the codes of the free ones.
fn seats(
    game: &str,
    table: &dyn Table,
    wishes: &[SeatWish],
    name: &str,
    holder: &str,
) -> Result<(Vec<SeatRow>, Vec<Option<String>>)> {
    if wishes.len() != 2 {
        return Err(ApiError::bad_request("a game has two seats"));
    }
    let mut rows = Vec::new();
    let mut codes = Vec::new();
    for (side, wish) in wishes.iter().enumerate() {
        let (kind, name, holder, code) = match wish {
            SeatWish::Me => (SeatKind::Person, clean_name(name, "player"), Some(holder.to_owned()), None),
            SeatWish::Invited => (SeatKind::Free, String::new(), None, Some(auth::secret()?)),
            SeatWish::Computer { player } => {
                if !table.book().players().contains(&player.as_str()) {
                    return Err(ApiError::bad_request("there is no such computer player"));
                }
                (SeatKind::Computer, player.clone(), None, None)
            }
        };
        let (game, hash) = (game.to_owned(), code.as_deref().map(print));
        let (side, orders, shows) = (side as u8, Vec::new(), false);
        rows.push(SeatRow { game, side, kind, name, holder, code: hash, orders, shows });
        codes.push(code);
    }
    Ok((rows, codes))
}

fn check_options(options: &Options) -> Result<()> {
    if options.delay_s.is_some_and(|delay| !(60..=366 * 24 * 3600).contains(&delay)) {
        return Err(ApiError::bad_request("views are shown after a minute at least, and a year at most"));
    }
    let most = 366 * 24 * 3600;
    if options
        .clock
        .as_ref()
        .is_some_and(|clock| clock.budget_s == 0 || clock.budget_s > most || clock.increment_s > most)
    {
        return Err(ApiError::bad_request("a clock has a budget from a second to a year"));
    }
    Ok(())
}

/// The clocks of a new game: those that its maker chose, else those that the rulebook sets.
fn clock_of(chosen: Option<ClockRule>, timing: Option<Timing>) -> Option<ClockRule> {
    chosen.or_else(|| timing.map(ClockRule::from))
}

fn table_seats(rows: &[SeatRow]) -> [Seat; 2] {
    std::array::from_fn(|side| match rows[side].kind {
        SeatKind::Computer => Seat::computer(&rows[side].name),
        SeatKind::Person => Seat::person(&rows[side].name),
        SeatKind::Free => Seat::person("player"),
    })
}

/// Refuses a game whose dice nobody is there to throw.
fn check_thrower(dice: DiceRule, rows: &[SeatRow]) -> Result<()> {
    if dice == DiceRule::Typed && rows.iter().all(|seat| seat.kind == SeatKind::Computer) {
        return Err(ApiError::bad_request("somebody has to throw the dice"));
    }
    Ok(())
}

/// Makes a game.
#[utoipa::path(
    post, path = "/games", request_body = NewGame,
    responses((status = 200, description = "done", body = CreatedGame))
)]
pub(crate) async fn create(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Body(mut wish): Body<NewGame>,
) -> Result<(HeaderMap, Json<CreatedGame>)> {
    check_options(&wish.options)?;
    let table = hub.table_with(&wish.rulebook, &wish.battle, &wish.options.rules)?;
    // Against a computer player no clock runs unless its maker wants one.
    let alone = wish.seats.iter().any(|seat| matches!(seat, SeatWish::Computer { .. }));
    wish.options.clock = clock_of(wish.options.clock, table.book().timing().filter(|_| !alone));
    let mixed = unhex(&wish.contribution).filter(|bytes| bytes.len() <= 32);
    let mixed =
        mixed.ok_or_else(|| ApiError::bad_request("a contribution has up to 64 hexadecimal digits"))?;
    let (who, headers) = visitor.known(&hub).await?;
    let id = hex(&random::<10>()?);
    let (rows, codes) = seats(&id, &*table, &wish.seats, &wish.name, &who.holder())?;
    let typed = wish.options.dice == DiceRule::Typed;
    check_thrower(wish.options.dice, &rows)?;
    let seed = if typed { None } else { Some(random::<32>()?) };
    // What the maker mixes in goes with the side where they sit.
    let at = wish.seats.iter().position(|seat| *seat == SeatWish::Me).unwrap_or(0);
    let mut contributions = [Vec::new(), Vec::new()];
    contributions[at] = mixed;
    let begun = {
        let (table, rows) = (Arc::clone(&table), table_seats(&rows));
        tokio::task::spawn_blocking(move || table.host(rows, contributions, seed))
            .await
            .map_err(ApiError::internal)?
    };
    let mut live = begun.map_err(ApiError::internal)?;
    if wish.options.undo == UndoRule::Practice {
        live.practise();
    }
    let mut summary = gathered(&rows, wish.contributes);
    // The server commits first; then all who sit here contribute, and only then anything is decided.
    if !summary.contributes.is_empty() {
        live.promise(random::<32>()?);
        summary.mixing = true;
    }
    let promise = open_promise(&*live);
    let row = GameRow {
        id: id.clone(),
        rulebook: wish.rulebook,
        battle: wish.battle,
        title: table.title().to_owned(),
        options: wish.options,
        seed: seed.map(|seed| hex(&seed)).unwrap_or_default(),
        maker: who.holder(),
        created: now_s(),
    };
    store_new(&hub, (row, rows), live, summary).await?;
    Ok((headers, Json(CreatedGame { id, codes, promise })))
}

/// Record of who sits down first.
fn gathered(seats: &[SeatRow], contributes: bool) -> Summary {
    let mut sat = Vec::new();
    seats.iter().for_each(|seat| sitters::note(&mut sat, seat));
    let people = seats.iter().filter(|seat| contributes && seat.kind == SeatKind::Person);
    Summary { sat, contributes: people.map(|seat| seat.side).collect(), ..Summary::default() }
}

/// The published hash of the seed that waits for contributions.
fn open_promise(live: &dyn Game) -> Option<String> {
    let open = live.promised().last().filter(|promised| promised.from.is_none());
    open.map(|promised| hex(&promised.commitment))
}

/// Stores a game that has begun; it is loaded from there when somebody asks for it.
async fn store_new(
    hub: &Arc<Hub>,
    (row, seats): (GameRow, Vec<SeatRow>),
    mut live: Box<dyn Game>,
    kept: Summary,
) -> Result<()> {
    live.take_lines();
    let (turn, turns) = live.turn();
    let over = live.finished() || live.over();
    let outcome =
        live.outcome().filter(|_| over).map(|outcome| crate::room::words::outcome(&*live, &outcome));
    let seeds = live.mixed_seeds().iter().map(|seed| hex(seed)).collect();
    let summary = Summary { turn, turns, outcome, seeds, ..kept };
    let (id, changed) = (row.id.clone(), now_s());
    let status = if over { OVER } else { PLAYING };
    // Should the server stop before it begins, it begins when the server starts anew.
    let goes_on = !over && seats.iter().any(|seat| seat.kind == SeatKind::Computer);
    let state = StateRow { game: id.clone(), changed, touched: changed, status, due: None, goes_on, summary };
    let append = Append { game: id.clone(), line: 1, text: live.journal(), written: changed };
    let write =
        Write { game: Some(row), append: Some(append), state: Some(state), seats, ..Write::default() };
    hub.writer.write(write).await?;
    // The game is there now, whatever becomes of the rest, which is done when somebody opens it.
    if let Err(fault) = begin(hub, &id).await {
        hub.stall(&id);
        tracing::warn!(game = id, why = fault.problem.message, "a new game does not begin at once");
    }
    Ok(())
}

/// So that computer players begin, and clocks, and lists know who is waited for.
async fn begin(hub: &Arc<Hub>, id: &str) -> Result<()> {
    let room = hub.room(id).await?;
    let mut inner = room.lock().await?;
    room.settle(hub, &mut inner).await
}

/// Number of the lines of a saved game that may be played again because something was taken back: each time all that was before it is.
const REPLAYED: u64 = 500_000;
/// Reason why a saved game cannot be gone on with.
const NO_SEED: &str = "the seed of this game's dice is not known here: it is gone on with on the server where it was played, by the one who \
     sits at all its seats of people, or with its seed";

/// The published hash of the seed from which the dice of a journal follow, if it does not reveal it.
fn hidden_seed(journal: &str) -> Option<String> {
    let promised = commitment(journal);
    let is_hidden = promised.bytes().any(|digit| digit != b'0')
        && !journal.lines().any(|line| line.starts_with("reveal "));
    is_hidden.then_some(promised)
}

/// The seeds of a saved game, those mixed in later too, if a game of the same dice is kept here whose journal is no secret from the one who asks: it is over, or they sit
/// at all its seats of people.
async fn kept_seed(hub: &Hub, holder: Option<String>, promised: Option<&str>) -> Result<Seeds> {
    let (Some(holder), Some(promised)) = (holder, promised) else { return Ok(Seeds::default()) };
    let games = hub.store.list(&List::Of(holder.clone()), 0, SAVED).await?;
    let open = games.iter().filter(|listed| {
        listed.state.status == OVER
            || sitters::is_alone(&listed.state.summary.sat, &listed.seats, Some(&holder))
    });
    let mut seeds = open.filter_map(|listed| {
        let first: [u8; 32] = unhex(&listed.game.seed)?.try_into().ok()?;
        Some((first, mix::seeds(&listed.state.summary)))
    });
    let found = seeds.find(|(seed, _)| hex(&Seed(*seed).commitment()) == promised);
    Ok(found.map_or_else(Seeds::default, |(first, mixed)| (Some(first), mixed)))
}

/// The first seed of a game's dice, if it is known, and those that were mixed in later.
type Seeds = (Option<[u8; 32]>, Vec<[u8; 32]>);

/// Saved game: what a saved game says of itself.
struct SavedGame {
    journal: String,
    rulebook: String,
    battle: String,
    /// Its options, by name.
    options: BTreeMap<String, String>,
    /// The published hash of its seed, if it does not reveal that.
    hidden: Option<String>,
    /// Rule of its dice: what the game is settles that, not what is wished for it.
    dice: DiceRule,
}

impl SavedGame {
    /// Reads a journal once: in time that its length bounds, but not while others wait for the task.
    fn read(journal: String) -> Result<SavedGame> {
        let replayed = undone(&journal, 0).fold(0_u64, |lines, (_, back)| lines.saturating_add(back));
        if replayed > REPLAYED {
            return Err(ApiError::bad_request(
                "too much was taken back in this game for it to be gone on with here",
            ));
        }
        let described = table::session::describe(journal.as_bytes());
        let head = described.map_err(|fault| ApiError::bad_request(fault.to_string()))?;
        crate::saved::must_be_a_games(&journal)?;
        let hidden = hidden_seed(&journal);
        let is_committed = commitment(&journal).bytes().any(|digit| digit != b'0');
        let dice = if is_committed { DiceRule::Screen } else { DiceRule::Typed };
        let options = head.options.into_iter().collect();
        Ok(SavedGame { journal, rulebook: head.rulebook, battle: head.setup.battle, options, hidden, dice })
    }
}

/// Goes on with a saved game.
#[utoipa::path(
    post, path = "/games/upload", request_body = Upload,
    responses((status = 200, description = "done", body = CreatedGame))
)]
pub(crate) async fn upload(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Body(wish): Body<Upload>,
) -> Result<(HeaderMap, Json<CreatedGame>)> {
    check_options(&wish.options)?;
    let given = match &wish.seed {
        None => None,
        Some(text) => {
            let seed = unhex(text).and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
            Some(seed.ok_or_else(|| ApiError::bad_request("a seed has 64 hexadecimal digits"))?)
        }
    };
    let journal = wish.journal;
    let saved =
        hub.work.run(&[Turn::From(visitor.from), Turn::Upload], || SavedGame::read(journal)).await??;
    let table = hub.table_with(&saved.rulebook, &saved.battle, &saved.options)?;
    let (seed, mixed) = match given {
        None => kept_seed(&hub, visitor.holder(), saved.hidden.as_deref()).await?,
        given => (given, Vec::new()),
    };
    let (who, headers) = visitor.known(&hub).await?;
    let id = hex(&random::<10>()?);
    let (rows, codes) = seats(&id, &*table, &wish.seats, &wish.name, &who.holder())?;
    let (title, loaded) = {
        let (table, rows) = (Arc::clone(&table), rows.clone());
        let practice = wish.options.undo == UndoRule::Practice;
        let (journal, is_hidden) = (saved.journal, saved.hidden.is_some());
        let load = move || {
            let mut live = table.resume_mixed(journal.as_bytes(), seed, &mixed)?;
            if !live.finished() {
                let is_mixed = live.mixed_seeds().len() == live.promised().len();
                if seed.is_none() && is_hidden || !is_mixed {
                    return Err(NO_SEED.to_owned());
                }
                live.continue_saved();
                if practice {
                    live.practise();
                }
                for (row, seat) in rows.iter().zip(table_seats(&rows)) {
                    live.set_seat(Side(row.side), seat)?;
                }
            }
            Ok::<_, String>((table.title().to_owned(), live))
        };
        hub.work.run(&[Turn::From(visitor.from), Turn::Upload], load).await?.map_err(ApiError::bad_request)?
    };
    if !loaded.finished() {
        check_thrower(saved.dice, &rows)?;
    }
    let row = GameRow {
        id: id.clone(),
        rulebook: saved.rulebook,
        battle: saved.battle,
        title,
        options: Options { rules: saved.options, dice: saved.dice, ..wish.options },
        seed: seed.map(|seed| hex(&seed)).unwrap_or_default(),
        maker: who.holder(),
        created: now_s(),
    };
    let summary = Summary { continued: true, ..gathered(&rows, wish.contributes) };
    store_new(&hub, (row, rows), loaded, summary).await?;
    Ok((headers, Json(CreatedGame { id, codes, promise: None })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::FlagRule;

    #[test]
    fn a_rulebook_sets_the_clocks_where_nobody_chose_any() {
        let timed = Timing { budget_s: 3600, increment_s: 60 };
        let own = ClockRule { budget_s: 60, increment_s: 0, at_zero: FlagRule::Lose };
        let set = clock_of(None, Some(timed)).expect("the rulebook sets them");
        assert_eq!((set.budget_s, set.increment_s), (3600, 60));
        assert_eq!(clock_of(Some(own.clone()), Some(timed)).map(|clock| clock.budget_s), Some(60));
        assert!(clock_of(None, None).is_none());
    }
}
