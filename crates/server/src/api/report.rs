//! The after-action report: one HTML file with its pictures inside, that reads on a screen and prints well.

use std::fmt::Write as _;

use shelf::Gaze;
use table::report::{ReportFormat, escape, report};
use table::{Event, Rank};

use crate::room::words::{self, halves};
use crate::room::{Likeness, Room};

/// The most pictures besides the first and the last.
const PICTURES: usize = 12;

const STYLE: &str = "body{font:1rem/1.5 Georgia,'Liberation Serif',serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#222;\
    background:#fff}h1{margin-bottom:0}h2{margin-top:2.5rem;border-bottom:2px solid #888}h3{margin-bottom:.2rem}\
    ul{margin-top:.2rem;padding-left:1.2rem}small{color:#555}figure{margin:1.5rem 0}figure svg{width:100%;height:auto;display:block}\
    figcaption{font-style:italic;color:#444}table{border-collapse:collapse;margin:1rem 0}th,td{text-align:left;padding:.2rem 1rem .2rem 0;\
    border-bottom:1px solid #ccc}td+td+td,th+th+th{text-align:right}.shared{position:absolute;width:0;height:0}\
    @page{margin:16mm}@media print{body{margin:0;max-width:none;padding:0;font-size:9.5pt}h1,h2,h3{break-after:avoid}ul{columns:2;column-gap:1.5rem}\
    li,figure,tr{break-inside:avoid}figure svg{max-height:15cm}}";

/// The report of a game as somebody sees it.
///
/// # Errors
/// A picture cannot be drawn.
pub(super) fn html(room: &Room, game: &Likeness, gaze: Gaze) -> Result<String, String> {
    let live = &*game.live;
    let events: Vec<(usize, &Event)> =
        live.log().iter().enumerate().filter(|(_, event)| gaze.sees(event)).collect();
    let turns: Vec<usize> =
        events.iter().filter(|(_, event)| event.opens == Rank::Turn).map(|(at, _)| *at + 1).collect();
    // The start, the beginnings of turns (not too many, evenly), and how it stands at last.
    let every = turns.len().div_ceil(PICTURES).max(1);
    let shown: Vec<usize> = (1..turns.len()).filter(|turn| turn % every == 0).collect();
    let mut told: Vec<usize> = std::iter::once(0).chain(shown.iter().map(|turn| turns[*turn])).collect();
    // How it stands at last: what both sides see together is seen when the last step is done; a side's view also in the middle of one.
    if gaze == Gaze::All {
        told.push(live.log().len());
    }
    let mut drawn = live.pictures(gaze, &told, super::PICTURE)?;
    let is_whole = gaze != Gaze::All || drawn.len() == told.len();
    if let Gaze::Of(viewer) = gaze {
        drawn.push(live.draw(viewer, super::PICTURE)?);
    }
    let drawn: Vec<String> = drawn.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
    let (ground, mut pictures) = share(&drawn);
    let last = pictures.pop().filter(|_| is_whole);

    let catalogue = live.catalogue();
    let say = |key: &str| catalogue.word(&format!("report.{key}"));
    let told = events.iter().map(|(_, event)| *event);
    let plain = report(&room.row.title, told, catalogue, live.game().names(), ReportFormat::Html);
    let (head, body) = plain.split_once("</h1>\n").unwrap_or(("", &plain));
    let style =
        format!("<meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style>\n<title>");
    let language = format!("lang=\"{}\"", live.language().code());
    let head = head.replacen("<title>", &style, 1).replacen("lang=\"en\"", &language, 1);
    let start = figure(pictures.first(), &say("start"));
    let mut out = format!("{head}</h1>\n{}{ground}{start}", summary(room, game));
    for (turn, chapter) in body.trim_end_matches("</html>\n").split("<h2>").enumerate() {
        let Some((title, rest)) = chapter.split_once("</h2>\n").filter(|_| turn > 0) else {
            out.push_str(chapter);
            continue;
        };
        let picture = shown.iter().position(|shown| shown + 1 == turn).and_then(|at| pictures.get(at + 1));
        let _ = write!(out, "<h2>{title}</h2>\n{}{rest}", figure(picture, &say("turn_begins")));
    }
    let caption = say(if game.is_over() { "end" } else { "now" });
    let _ = writeln!(out, "{}</html>", figure(last.as_ref(), &caption));
    Ok(out)
}

fn figure(picture: Option<&String>, caption: &str) -> String {
    let drawn = |svg| format!("<figure>{svg}<figcaption>{caption}</figcaption></figure>\n");
    picture.map(drawn).unwrap_or_default()
}

/// Who fought, and how it ended.
fn summary(room: &Room, game: &Likeness) -> String {
    let position = game.live.position(None);
    let say = |key: &str| game.live.catalogue().word(&format!("report.{key}"));
    let about = room.table.about();
    let mut out = format!("<p><small>{}</small></p>\n", escape(&[about.date, about.place].join(", ")));
    let _ = match &game.summary.outcome {
        Some(end) => {
            let text = words::told(&*game.live, end).text;
            writeln!(out, "<p><strong>{}</strong> ({} {})</p>", escape(&text), say("turn"), end.turn)
        }
        None => writeln!(out, "<p>{} {} / {}</p>", say("turn"), game.summary.turn, game.summary.turns),
    };
    let heads: String =
        ["side", "player", "points", "losses"].map(|head| format!("<th>{}</th>", say(head))).concat();
    if game.summary.continued {
        let _ = writeln!(out, "<p><em>{}</em></p>", escape(&say("continued")));
    }
    let _ = writeln!(out, "<table><tr>{heads}</tr>");
    for (at, side) in room.table.sides().iter().enumerate() {
        let points = halves(position.half_points.get(at).copied().unwrap_or_default());
        let losses = position.losses.get(at).copied().unwrap_or_default();
        let (side, player) = (escape(&side.name), escape(&game.seats[at].name));
        let _ = writeln!(out, "<tr><td>{side}</td><td>{player}</td><td>{points}</td><td>{losses}</td></tr>");
    }
    out.push_str("</table>\n");
    out
}

/// Pictures of the same map: what they have in common at their beginning (the ground) once, and each without it.
fn share(pictures: &[String]) -> (String, Vec<String>) {
    let whole = |svg: &String| match svg.split_once("?>") {
        Some((_, rest)) if svg.starts_with("<?xml") => rest.trim().to_owned(),
        _ => svg.trim().to_owned(),
    };
    let pictures: Vec<String> = pictures.iter().map(whole).collect();
    let Some(first) = pictures.first() else { return (String::new(), Vec::new()) };
    // The first line is the picture's own tag.
    let head = first.find('\n').map_or(0, |end| end + 1);
    let (mut common, mut at, mut open) = (head, head, 0);
    for line in first[head..].split_inclusive('\n') {
        if !pictures.iter().all(|other| other.get(..at + line.len()) == first.get(..at + line.len())) {
            break;
        }
        at += line.len();
        open += depth(line);
        // A group must not be cut in two.
        if open == 0 {
            common = at;
        }
    }
    if common == head {
        return (String::new(), pictures);
    }
    let ground = format!(
        "<svg class=\"shared\" aria-hidden=\"true\"><g id=\"ground\">\n{}</g></svg>\n",
        &first[head..common]
    );
    let rest = |svg: &String| format!("{}<use href=\"#ground\"/>\n{}", &svg[..head], &svg[common..]);
    (ground, pictures.iter().map(rest).collect())
}

/// By how many groups a line of a picture goes deeper.
fn depth(line: &str) -> i32 {
    let count = |word: &str| line.matches(word).count() as i32;
    count("<g ") + count("<g>") + count("<defs>") - count("</g>") - count("</defs>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_is_there_once() {
        let picture = |counter: &str| {
            let ground = "<svg>\n<defs>\n<g id=\"a\"></g>\n</defs>\n<g>\n<path/>\n</g>";
            format!("{ground}\n<g>\n<text>{counter}</text>\n</g>\n</svg>\n")
        };
        let (ground, rest) = share(&[picture("x"), picture("y")]);
        assert!(ground.contains("<path/>\n</g>\n</g></svg>") && !ground.contains("<text>"), "{ground}");
        assert_eq!(rest[1], "<svg>\n<use href=\"#ground\"/>\n<g>\n<text>y</text>\n</g>\n</svg>");
    }
}
