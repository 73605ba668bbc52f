//! The file of a vignette, as far as every rulebook's is alike: its head, its variants, and how they become cases.

use muster::{Collector, Faults, Name, Source, Spanned, read_toml};
use serde::de::DeserializeOwned;

use super::{Case, Script, Staged, Vignette};

/// Head of a vignette's file.
#[derive(Clone, Copy, Debug)]
pub struct Head<'f> {
    /// The id of its rulebook.
    pub rulebook: &'f Name,
    /// Its title.
    pub title: &'f str,
    /// The rules that it shows, the main one first.
    pub rules: &'f [String],
    /// The script of all variants that have none of their own.
    pub script: Option<&'f Spanned<String>>,
}

/// Head of a variant.
#[derive(Clone, Copy, Debug)]
pub struct VariantHead<'f> {
    /// Its name, or empty.
    pub name: &'f str,
    /// Its script, if it has one of its own.
    pub script: Option<&'f Spanned<String>>,
}

/// The raw shape of a rulebook's vignettes.
pub trait VignetteFile<R: Staged>: DeserializeOwned {
    /// Its head.
    fn head(&self) -> Head<'_>;

    /// The heads of its variants, in their order.
    fn variants(&self) -> Vec<VariantHead<'_>> {
        Vec::new()
    }

    /// Makes the changes of the variant of this number.
    ///
    /// # Errors
    /// What cannot be changed, each at its place.
    fn vary(&mut self, _variant: usize, _source: &Source) -> Result<(), Faults> {
        Ok(())
    }

    /// Sets the situation up.
    ///
    /// # Errors
    /// All its faults.
    fn battle(&self, source: &Source) -> Result<R::Battle, Faults>;
}

/// Reads and checks a vignette.
///
/// # Errors
/// All the faults of the file.
pub fn read<R: Staged, F: VignetteFile<R>>(source: &Source) -> Result<Vignette<R>, Faults> {
    let file: F = read_toml(source)?;
    let (head, variants) = (file.head(), file.variants());
    check(R::ID, &head, &variants, source)?;
    let mut cases = Vec::new();
    if variants.is_empty() {
        cases.push(case::<R, F>(source, "", head.script, None)?);
    }
    for (number, variant) in variants.iter().enumerate() {
        cases.push(case::<R, F>(source, variant.name, variant.script.or(head.script), Some(number))?);
    }
    Ok(Vignette { title: head.title.to_owned(), rules: head.rules.to_vec(), cases })
}

/// Checks what is said before and beside the situation.
fn check(id: &str, head: &Head<'_>, variants: &[VariantHead<'_>], source: &Source) -> Result<(), Faults> {
    let mut faults = Collector::new(source);
    if head.rulebook.get_ref() != id {
        faults.at(head.rulebook.span(), "no rulebook of this name here").expect(format!("rulebook = {id:?}"));
    }
    if head.rules.is_empty() {
        faults.whole("`rules` is empty").expect("the number of the rule that it shows");
    }
    let own = !variants.is_empty() && variants.iter().all(|variant| variant.script.is_some());
    if let Some(script) = head.script.filter(|_| own) {
        faults
            .at(script.span(), "this script is never played: every variant has one of its own")
            .expect("a variant without `script`, which plays it");
    }
    if variants.len() > 1 && variants.iter().any(|variant| variant.name.is_empty()) {
        faults.whole("a variant has no name").expect("`name`, which tells it from the others");
    }
    faults.into_result(())
}

/// Builds a case. The file is read again for each, because a variant changes the situation before it is checked.
fn case<R: Staged, F: VignetteFile<R>>(
    source: &Source,
    name: &str,
    script: Option<&Spanned<String>>,
    variant: Option<usize>,
) -> Result<Case<R>, Faults> {
    let mut file: F = read_toml(source)?;
    if let Some(variant) = variant {
        file.vary(variant, source)?;
    }
    let battle = file.battle(source)?;
    let script = match script {
        Some(text) => Script::parse::<R>(source, text, &battle)?,
        None => Script::default(),
    };
    Ok(Case { name: name.to_owned(), battle, script })
}
