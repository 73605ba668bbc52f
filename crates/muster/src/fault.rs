use std::fmt;

use crate::{Name, Place, Source, Span};

/// At most this many faults of a file are listed; the rest are counted.
pub const MAX_FAULTS: usize = 100;

/// One thing wrong in a file; prints as `file:line:column: what; expected ...; did you mean "..."?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its place, if that is known.
    pub place: Option<Place>,
    /// Number of the bytes from its place on that it is about: those that an excerpt underlines. 0 if that is not known.
    pub length: usize,
    /// The fault, in words.
    pub what: String,
    /// The right form, if there is one to name.
    pub expected: Option<String>,
    /// The valid name nearest to the one found.
    pub nearest: Option<String>,
}

impl Fault {
    /// A fault whose place is not known (yet).
    pub fn new(what: impl Into<String>) -> Fault {
        Fault { place: None, length: 0, what: what.into(), expected: None, nearest: None }
    }

    /// The fault of a name that is none of `valid`: `unknown <kind> "<name>"`, with the valid names (up to
    /// forty) and the nearest.
    pub fn unknown(kind: &str, name: &str, valid: &[&str]) -> Fault {
        let mut fault = Fault::new(format!("unknown {kind} {name:?}"));
        if valid.len() <= 40 && !valid.is_empty() {
            fault.expect(one_of(valid));
        }
        fault.suggest(name, valid.iter().copied());
        fault
    }

    /// Says what was expected.
    pub fn expect(&mut self, expected: impl Into<String>) -> &mut Fault {
        self.expected = Some(expected.into());
        self
    }

    /// Adds the candidate nearest to `name`, if one is near enough ([`nearest`]).
    pub fn suggest<'a>(&mut self, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> &mut Fault {
        self.nearest = nearest(name, candidates).map(str::to_owned);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.what)?;
        if let Some(expected) = &self.expected {
            write!(f, "; expected {expected}")?;
        }
        if let Some(nearest) = &self.nearest {
            write!(f, "; did you mean {nearest:?}?")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}

/// Faults: all the faults of a file (never empty when returned as an error); prints one line each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            let end = if i + 1 < self.0.len() { "\n" } else { "" };
            write!(f, "{fault}{end}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl Faults {
    /// The same faults, told at a place of the file that brought them about: they stand in a text that was made from it, which nobody can
    /// look at.
    #[must_use]
    pub fn blamed_on(self, source: &Source, span: Span, of: &str) -> Faults {
        let mut faults = Collector::new(source);
        for fault in self.0 {
            faults.put(span.clone(), Fault { what: format!("{of}: {}", fault.what), ..fault });
        }
        faults.into_result(()).expect_err("there are as many as before")
    }
}

/// Gathers the faults of one source, so that all are listed at once.
///
/// ```
/// # use muster::{Collector, Source};
/// let source = Source::new("a.toml", "x = 12");
/// let mut faults = Collector::new(&source);
/// faults.at(4..6, "12 is too many").expect("a number from 1 to 10");
/// let error = faults.into_result(()).unwrap_err();
/// assert_eq!(error.to_string(), "a.toml:1:5: 12 is too many; expected a number from 1 to 10");
/// ```
#[derive(Clone, Debug)]
pub struct Collector<'s> {
    source: &'s Source,
    list: Vec<Fault>,
    /// Takes the faults beyond [`MAX_FAULTS`].
    overflow: Fault,
    unlisted: usize,
}

impl<'s> Collector<'s> {
    /// No faults yet.
    pub fn new(source: &'s Source) -> Collector<'s> {
        Collector { source, list: Vec::new(), overflow: Fault::new(""), unlisted: 0 }
    }

    /// The source under check.
    pub fn source(&self) -> &'s Source {
        self.source
    }

    /// Adds a fault at `span`; the result takes [`Fault::expect`] and [`Fault::suggest`].
    pub fn at(&mut self, span: Span, what: impl Into<String>) -> &mut Fault {
        self.put(span, Fault::new(what))
    }

    /// Adds a fault of the file as a whole, placed at its beginning.
    pub fn whole(&mut self, what: impl Into<String>) -> &mut Fault {
        self.at(0..0, what)
    }

    /// Adds `fault`, placed at `span`.
    pub fn put(&mut self, span: Span, fault: Fault) -> &mut Fault {
        if self.list.len() >= MAX_FAULTS {
            self.unlisted += 1;
            return &mut self.overflow;
        }
        let index = self.list.len();
        let length = span.len();
        self.list.push(Fault { place: Some(self.source.place(span)), length, ..fault });
        &mut self.list[index]
    }

    /// The place of a word in a list; a fault where it is written if it is not there.
    pub fn word(&mut self, kind: &str, name: &Name, known: &[impl AsRef<str>]) -> Option<usize> {
        let found = known.iter().position(|word| word.as_ref() == name.get_ref());
        if found.is_none() {
            let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
            self.put(name.span(), Fault::unknown(kind, name.get_ref(), &known));
        }
        found
    }

    /// The entry of a list for each of some ids; a fault for an entry of none of them, and for a second one of the same.
    pub fn matched<'e, T>(
        &mut self,
        kind: &str,
        ids: &[&str],
        entries: &'e [T],
        id: impl Fn(&T) -> &Name,
    ) -> Vec<Option<&'e T>> {
        let mut found: Vec<Option<&T>> = vec![None; ids.len()];
        for entry in entries {
            let name = id(entry);
            match self.word(kind, name, ids) {
                Some(i) if found[i].is_some() => {
                    self.at(name.span(), format!("a second entry for {kind} {:?}", name.get_ref()));
                }
                Some(i) => found[i] = Some(entry),
                None => {}
            }
        }
        found
    }

    /// Adds the faults of a part that was checked separately.
    pub fn extend(&mut self, faults: Faults) {
        let room = MAX_FAULTS - self.list.len();
        self.unlisted += faults.0.len().saturating_sub(room);
        self.list.extend(faults.0.into_iter().take(room));
    }

    /// Whether no fault was found so far.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// `value` if there is no fault, else all the faults in the order of their places.
    ///
    /// # Errors
    /// The faults, if any.
    pub fn into_result<T>(mut self, value: T) -> Result<T, Faults> {
        if self.list.is_empty() {
            return Ok(value);
        }
        self.list.sort_by(|a, b| a.place.cmp(&b.place));
        if self.unlisted > 0 {
            self.list.push(Fault::new(format!("and {} more faults", self.unlisted)));
        }
        Err(Faults(self.list))
    }
}

/// The candidate nearest to `name`, if it is near: at most a third of the letters changed, added, left out or
/// swapped with a neighbour. The first of equally near ones.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    let length = name.chars().count();
    if length > LONGEST {
        return None;
    }
    let lower = name.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= 4 * LONGEST)
        .filter_map(|candidate| {
            let changes = strsim::damerau_levenshtein(&lower, &candidate.to_lowercase());
            let longer = length.max(candidate.chars().count());
            (changes <= longer.div_ceil(3) && changes < longer).then_some((changes, candidate))
        })
        .min_by_key(|&(changes, _)| changes)
        .map(|(_, candidate)| candidate)
}

/// `"a"`, or `one of "a", "b", "c"`.
pub fn one_of(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    match quoted.len() {
        1 => quoted.concat(),
        _ => format!("one of {}", quoted.join(", ")),
    }
}
