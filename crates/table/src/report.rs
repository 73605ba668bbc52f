//! After-action reports: a game's events, grouped under the headings of its turns and their sections.

use crate::phrase::Catalogue;
use crate::{Event, Names, Rank};

/// How a report is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportFormat {
    /// Text for a terminal.
    Plain,
    /// Markdown.
    Markdown,
    /// A whole HTML page.
    Html,
}

/// A text as it may stand in an element of a page.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Writes the report of some events, which the caller has filtered for its reader.
pub fn report<'a>(
    title: &str,
    events: impl IntoIterator<Item = &'a Event>,
    catalogue: &Catalogue,
    names: &dyn Names,
    format: ReportFormat,
) -> String {
    let mut out = match format {
        ReportFormat::Plain => format!("{title}\n{}\n", "=".repeat(title.chars().count())),
        ReportFormat::Markdown => format!("# {title}\n"),
        ReportFormat::Html => {
            let title = escape(title);
            format!(
                "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title>\n<h1>{title}</h1>\n"
            )
        }
    };
    let mut open = false;
    for event in events {
        let sentence = catalogue.event(names, event);
        let rank = event.opens;
        match format {
            ReportFormat::Plain => match rank {
                Rank::Turn => {
                    out.push_str(&format!("\n{sentence}\n{}\n", "-".repeat(sentence.chars().count())))
                }
                Rank::Section => out.push_str(&format!("\n{sentence}\n")),
                Rank::End | Rank::Line => out.push_str(&format!("  {sentence} [{}]\n", event.rule)),
            },
            ReportFormat::Markdown => match rank {
                Rank::Turn => out.push_str(&format!("\n## {sentence}\n\n")),
                Rank::Section => out.push_str(&format!("\n### {sentence}\n\n")),
                Rank::End | Rank::Line => out.push_str(&format!("- {sentence} *({})*\n", event.rule)),
            },
            ReportFormat::Html => html_line(&mut out, &mut open, rank, &escape(&sentence), event),
        }
    }
    if open {
        out.push_str("</ul>\n");
    }
    if format == ReportFormat::Html {
        out.push_str("</html>\n");
    }
    out
}

fn html_line(out: &mut String, open: &mut bool, rank: Rank, sentence: &str, event: &Event) {
    let wants = !rank.is_heading();
    if *open != wants {
        out.push_str(if wants { "<ul>\n" } else { "</ul>\n" });
        *open = wants;
    }
    match rank {
        Rank::Turn => out.push_str(&format!("<h2>{sentence}</h2>\n")),
        Rank::Section => out.push_str(&format!("<h3>{sentence}</h3>\n")),
        Rank::End | Rank::Line => {
            out.push_str(&format!("<li>{sentence} <small>({})</small></li>\n", escape(event.rule.0)))
        }
    }
}
