//! The after-action report: one HTML file with its pictures inside, that reads on a screen and prints well.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use shelf::{Language, Viewpoint};
use table::report::{Chapter, chapters};
use table::{Event, Rank};

use crate::room::words::{self, halves};
use crate::room::{self, Likeness, Room};

/// The most pictures besides the first and the last.
const PICTURES: usize = 12;

const STYLE: &str = "body{font:1rem/1.5 Georgia,'Liberation Serif',serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#222;\
    background:#fff}h1{margin-bottom:0}h2{margin-top:2.5rem;border-bottom:2px solid #888}h3{margin-bottom:.2rem}\
    ul{margin-top:.2rem;padding-left:1.2rem}small{color:#555}figure{margin:1.5rem 0}figure svg{width:100%;height:auto;display:block}\
    figcaption{font-style:italic;color:#444}table{border-collapse:collapse;margin:1rem 0}th,td{text-align:left;padding:.2rem 1rem .2rem 0;\
    border-bottom:1px solid #ccc}td+td+td,th+th+th{text-align:right}.shared{position:absolute;width:0;height:0}\
    @page{margin:16mm}@media print{body{margin:0;max-width:none;padding:0;font-size:9.5pt}h1,h2,h3{break-after:avoid}ul{columns:2;column-gap:1.5rem}\
    li,figure,tr{break-inside:avoid}figure svg{max-height:15cm}}";

/// The pictures of a report.
struct Pictures {
    /// Ground that they have in common, once.
    ground: String,
    /// Picture of the start.
    start: Option<String>,
    /// Pictures of the beginnings of some turns, the first turn being 0.
    turns: Vec<(usize, String)>,
    /// Picture of the last position, if that is known.
    last: Option<String>,
}

/// The report of a game as somebody sees it.
///
/// # Errors
/// A picture cannot be drawn.
pub(super) fn html(room: &Room, game: &Likeness, viewpoint: Viewpoint) -> Result<String, String> {
    let live = &*game.live;
    let events: Vec<(usize, &Event)> =
        live.log().iter().enumerate().filter(|(_, event)| viewpoint.sees(event)).collect();
    let pictures = pictures(game, viewpoint, &events)?;
    let told = events.iter().map(|(_, event)| *event);
    let chapters = chapters(told, live.catalogue(), live.names());
    let say = |key: &str| live.catalogue().word(&format!("report.{key}"));
    let language = Language::of(live.catalogue().language()).unwrap_or_default();
    let title = room::title(&*room.table, &room.row.title, language);
    let page = html! {
        (DOCTYPE) "\n"
        html lang=(live.catalogue().language()) {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width";
            style { (PreEscaped(STYLE)) } "\n"
            title { (title) } "\n"
            h1 { (title) } "\n"
            (summary(room, game, language))
            (PreEscaped(&pictures.ground))
            (figure(pictures.start.as_ref(), &say("start")))
            (body(&chapters, &pictures, &say("turn_begins")))
            (figure(pictures.last.as_ref(), &say(if game.is_over() { "end" } else { "now" })))
        }
        "\n"
    };
    Ok(page.into_string())
}

/// Draws the start, the beginnings of turns (not too many, evenly), and how it stands at last.
fn pictures(game: &Likeness, viewpoint: Viewpoint, events: &[(usize, &Event)]) -> Result<Pictures, String> {
    let live = &*game.live;
    let turns: Vec<usize> =
        events.iter().filter(|(_, event)| event.opens == Rank::Turn).map(|(at, _)| *at + 1).collect();
    let every = turns.len().div_ceil(PICTURES).max(1);
    let shown: Vec<usize> = (1..turns.len()).filter(|turn| turn % every == 0).collect();
    let mut told: Vec<usize> = std::iter::once(0).chain(shown.iter().map(|turn| turns[*turn])).collect();
    // How it stands at last: what both sides see together is seen when the last step is done; a side's view also in the middle of one.
    if viewpoint == Viewpoint::All {
        told.push(live.log().len());
    }
    let mut drawn = live.pictures(viewpoint, &told, super::PICTURE)?;
    let is_whole = viewpoint != Viewpoint::All || drawn.len() == told.len();
    if let Viewpoint::Of(viewer) = viewpoint {
        drawn.push(live.draw(viewer, super::PICTURE)?);
    }
    let drawn: Vec<String> = drawn.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
    let (ground, mut pictures) = engraver::share(&drawn);
    let last = pictures.pop().filter(|_| is_whole);
    let mut pictures = pictures.into_iter();
    let start = pictures.next();
    Ok(Pictures { ground, start, turns: shown.into_iter().zip(pictures).collect(), last })
}

/// The turns, some with a picture of their beginning.
fn body(chapters: &[Chapter], pictures: &Pictures, caption: &str) -> Markup {
    let untitled = usize::from(chapters.first().is_some_and(|first| first.title.is_none()));
    html! {
        @for (at, chapter) in chapters.iter().enumerate() {
            @if let Some(title) = &chapter.title {
                h2 { (title) } "\n"
                (figure(pictures.of_turn(at - untitled), caption))
            }
            @for section in &chapter.sections { (section) }
        }
    }
}

impl Pictures {
    fn of_turn(&self, turn: usize) -> Option<&String> {
        self.turns.iter().find(|(shown, _)| *shown == turn).map(|(_, picture)| picture)
    }
}

fn figure(picture: Option<&String>, caption: &str) -> Markup {
    html! {
        @if let Some(svg) = picture {
            figure { (PreEscaped(svg)) figcaption { (caption) } } "\n"
        }
    }
}

/// Summary of the fight: the sides, and the end.
fn summary(room: &Room, game: &Likeness, language: Language) -> Markup {
    let position = game.live.position(None);
    let say = |key: &str| game.live.catalogue().word(&format!("report.{key}"));
    let about = room.table.entry(language).about;
    let (now, points) = (&game.summary, |side: usize| position.half_points.get(side).copied());
    let losses = |side: usize| position.losses.get(side).copied().unwrap_or_default();
    html! {
        p { small { (about.date) ", " (about.place) } } "\n"
        @match &now.outcome {
            Some(end) => {
                p { strong { (words::told(&*game.live, end).text) } " (" (say("turn")) " " (end.turn) ")" } "\n"
            }
            None => { p { (say("turn")) " " (now.turn) " / " (now.turns) } "\n" }
        }
        @if now.continued { p { em { (say("continued")) } } "\n" }
        table {
            tr { @for head in ["side", "player", "points", "losses"] { th { (say(head)) } } } "\n"
            @for (at, side) in room.table.sides_in(language).iter().enumerate() {
                tr {
                    td { (side.name) }
                    td { (game.seats[at].name) }
                    td { (halves(points(at).unwrap_or_default())) }
                    td { (losses(at)) }
                }
                "\n"
            }
        }
        "\n"
    }
}
