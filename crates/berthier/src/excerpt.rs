//! The faults of data files as people at a terminal see them: each with the line in which it stands, what is wrong underlined, and how the
//! line might be mended. Programs, and files to which output goes, get the plain lines of [`Faults`].

use std::path::Path;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use muster::{Fault, Faults, Source, Span, nearest};

/// The faults drawn in colours, for a terminal of some width. Their files are read again; a fault whose file is not there (any more) keeps
/// its plain line.
pub fn drawn(faults: &Faults, width: usize) -> String {
    let renderer = Renderer::styled().decor_style(DecorStyle::Unicode).term_width(width);
    let mut source: Option<Source> = None;
    let mut out = Vec::new();
    for fault in &faults.0 {
        let file = fault.place.as_ref().map(|place| place.file.as_str());
        if source.as_ref().map(|source| source.name.as_str()) != file {
            source = file.and_then(|file| Source::read(Path::new(file)).ok());
        }
        let found = source.as_ref().and_then(|source| Some((source, source.span(fault)?)));
        out.push(match found {
            Some((source, span)) => renderer.render(&report(fault, source, span)),
            None => fault.to_string(),
        });
    }
    out.join("\n\n")
}

/// A fault in its line; and the line as it may have been meant, if the nearest name fits into it.
fn report<'a>(fault: &'a Fault, source: &'a Source, span: Span) -> Vec<Group<'a>> {
    let line_end = source.text[span.start..].find('\n').map_or(source.text.len(), |end| span.start + end);
    let span = span.start..span.end.min(line_end);
    let expected = fault.expected.as_ref().map(|expected| format!("expected {expected}"));
    let place = AnnotationKind::Primary.span(span.clone()).label(expected);
    let excerpt = Snippet::source(&source.text).path(&source.name).annotation(place);
    let wrong = Level::ERROR.primary_title(&fault.what).element(excerpt);
    let Some(name) = &fault.nearest else { return vec![wrong] };
    let title = Level::HELP.secondary_title(format!("did you mean {name:?}?"));
    match misspelt(&source.text, &span, name) {
        Some(at) => vec![wrong, title.element(Snippet::source(&source.text).patch(Patch::new(at, name)))],
        None => vec![wrong, Group::with_title(title)],
    }
}

/// Place of the misspelt name that a suggestion replaces: what is underlined, without its quotes.
fn misspelt(text: &str, span: &Span, name: &str) -> Option<Span> {
    let found = text.get(span.clone())?;
    let bare = found.trim_matches(['"', '\'']);
    let start = span.start + found.find(bare)?;
    nearest(bare, [name]).map(|_| start..start + bare.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws the faults of a text that cannot be read as a table of numbers named `men` and `guns`.
    fn check(text: &str, fault: Fault, span: Span, expected: &[&str]) {
        let folder =
            std::env::temp_dir().join(format!("berthier-excerpt-{}-{}", std::process::id(), span.start));
        std::fs::write(&folder, text).expect("the folder for such files can be written");
        let source = Source::read(&folder).expect("it was written");
        let mut faults = muster::Collector::new(&source);
        faults.put(span, fault);
        let shown = drawn(&faults.into_result(()).expect_err("there is a fault"), 80);
        let plain = anstream::adapter::strip_str(&shown).to_string();
        let lines: Vec<&str> = plain.lines().filter(|line| !line.contains("berthier-excerpt")).collect();
        assert_eq!(lines, expected, "{plain}");
        std::fs::remove_file(&folder).expect("it was there");
        assert!(shown.contains("\x1b["), "there are colours");
    }

    #[test]
    fn a_misspelt_name_is_underlined_and_mended() {
        let mut fault = Fault::unknown("arm", "cavlary", &["infantry", "cavalry"]);
        fault.expect("an arm");
        check(
            "format = 1\narm = 'cavlary' # the 5th\n",
            fault,
            17..26,
            &[
                "error: unknown arm \"cavlary\"",
                "  │",
                "2 │ arm = 'cavlary' # the 5th",
                "  │       ━━━━━━━━━ expected an arm",
                "  ╰╴",
                "help: did you mean \"cavalry\"?",
                "  ╭╴",
                "2 - arm = 'cavlary' # the 5th",
                "2 + arm = 'cavalry' # the 5th",
                "  ╰╴",
            ],
        );
    }

    #[test]
    fn a_fault_of_many_lines_is_drawn_at_the_first() {
        check(
            "[unit]\nid = 'a'\n",
            Fault::new("missing field `strength`"),
            0..15,
            &["error: missing field `strength`", "  │", "1 │ [unit]", "  ╰╴━━━━━━"],
        );
    }

    #[test]
    fn a_fault_without_its_file_keeps_its_line() {
        let source = Source::new("no-such-file.toml", "x = 12");
        let mut faults = muster::Collector::new(&source);
        faults.at(4..6, "12 is too many").expect("a number from 1 to 10");
        let faults = faults.into_result(()).expect_err("there is a fault");
        assert_eq!(drawn(&faults, 80), faults.to_string());
    }
}
