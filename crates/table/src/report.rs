//! After-action reports: a game's events, grouped under the headings of its turns and their sections.

use maud::{DOCTYPE, Markup, Render, html};

use crate::phrase::Catalogue;
use crate::{Event, Names, Rank};

/// Format of a report: how a report is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportFormat {
    /// Text for a terminal.
    Plain,
    /// Markdown.
    Markdown,
    /// A whole HTML page.
    Html,
}

/// Chapter of a report: what happened in a turn. What comes before the first is a chapter without a title.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chapter {
    /// The sentence that opens the turn.
    pub title: Option<String>,
    /// Its sections, in order; the first may have no title.
    pub sections: Vec<Section>,
}

/// Section of a report: what happened in a section of a turn. As HTML: a heading of the third rank and a list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Section {
    /// The sentence that opens the section.
    pub title: Option<String>,
    /// The sentences in it, each with its rule.
    pub lines: Vec<(String, &'static str)>,
}

impl Render for Section {
    fn render(&self) -> Markup {
        html! {
            @if let Some(title) = &self.title { h3 { (title) } "\n" }
            @if !self.lines.is_empty() {
                ul { "\n" @for (sentence, rule) in &self.lines { li { (sentence) " " small { "(" (rule) ")" } } "\n" } } "\n"
            }
        }
    }
}

/// The chapters of some events, which the caller has filtered for their reader.
pub fn chapters<'a>(
    events: impl IntoIterator<Item = &'a Event>,
    catalogue: &Catalogue,
    names: &dyn Names,
) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    for event in events {
        let sentence = catalogue.event(names, event);
        if chapters.is_empty() && event.opens != Rank::Turn {
            chapters.push(Chapter::default());
        }
        match (event.opens, chapters.last_mut()) {
            (Rank::Turn, _) | (_, None) => {
                chapters.push(Chapter { title: Some(sentence), sections: Vec::new() });
            }
            (Rank::Section, Some(chapter)) => {
                chapter.sections.push(Section { title: Some(sentence), lines: Vec::new() });
            }
            (Rank::Line | Rank::End, Some(chapter)) => {
                if chapter.sections.is_empty() {
                    chapter.sections.push(Section::default());
                }
                let section = chapter.sections.last_mut().expect("one was put there");
                section.lines.push((sentence, event.rule.0));
            }
        }
    }
    chapters
}

/// Writes the report of some events, which the caller has filtered for its reader.
pub fn report<'a>(
    title: &str,
    events: impl IntoIterator<Item = &'a Event>,
    catalogue: &Catalogue,
    names: &dyn Names,
    format: ReportFormat,
) -> String {
    let chapters = chapters(events, catalogue, names);
    match format {
        ReportFormat::Plain => plain(title, &chapters),
        ReportFormat::Markdown => markdown(title, &chapters),
        ReportFormat::Html => page(title, &chapters).into_string(),
    }
}

fn underlined(title: &str, with: &str) -> String {
    format!("{title}\n{}\n", with.repeat(title.chars().count()))
}

fn plain(title: &str, chapters: &[Chapter]) -> String {
    let mut out = underlined(title, "=");
    for chapter in chapters {
        out.extend(chapter.title.iter().map(|title| format!("\n{}", underlined(title, "-"))));
        for section in &chapter.sections {
            out.extend(section.title.iter().map(|title| format!("\n{title}\n")));
            out.extend(section.lines.iter().map(|(sentence, rule)| format!("  {sentence} [{rule}]\n")));
        }
    }
    out
}

fn markdown(title: &str, chapters: &[Chapter]) -> String {
    let mut out = format!("# {title}\n");
    for chapter in chapters {
        out.extend(chapter.title.iter().map(|title| format!("\n## {title}\n\n")));
        for section in &chapter.sections {
            out.extend(section.title.iter().map(|title| format!("\n### {title}\n\n")));
            out.extend(section.lines.iter().map(|(sentence, rule)| format!("- {sentence} *({rule})*\n")));
        }
    }
    out
}

fn page(title: &str, chapters: &[Chapter]) -> Markup {
    html! {
        (DOCTYPE) "\n"
        html lang="en" {
            meta charset="utf-8";
            title { (title) } "\n"
            h1 { (title) } "\n"
            @for chapter in chapters {
                @if let Some(title) = &chapter.title { h2 { (title) } "\n" }
                @for section in &chapter.sections { (section) }
            }
        }
        "\n"
    }
}
