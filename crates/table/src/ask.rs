//! Questions whose legal answers can be listed: the list, and for every other answer the reason, in the right order.
//!
//! An answer that is not listed is first read as the rulebook reads every answer, whatever the question: it may point at something
//! that is not on the table, do something that has its place elsewhere, name too many things or the enemy's. Only what is left, an
//! answer that belongs here, the question's own predicates explain.

use crate::{Answer, Options, Refusal};

/// A question's options made of closures over the same predicates.
pub struct Choices<L, M, F> {
    /// Lists the legal answers, all of them.
    pub list: L,
    /// Reads an answer that is not among those listed: what was meant by it, or why it is refused whatever the question's own predicates
    /// say. [`as_given`] where a rulebook has no such layer.
    pub read: M,
    /// Explains why what was meant is refused.
    pub refuse: F,
}

impl<L, M, F> Options for Choices<L, M, F>
where
    L: Fn(&mut Vec<Answer>),
    M: Fn(&[Answer], &Answer) -> Result<Answer, Refusal>,
    F: Fn(&Answer) -> Refusal,
{
    fn list(&self, out: &mut Vec<Answer>) {
        (self.list)(out);
    }

    fn judge(&self, listed: &[Answer], answer: &Answer) -> Result<(), Refusal> {
        if listed.contains(answer) {
            return Ok(());
        }
        let meant = (self.read)(listed, answer)?;
        Err((self.refuse)(&meant))
    }
}

/// Reads an answer as it was given.
///
/// # Errors
/// None.
pub fn as_given(_listed: &[Answer], answer: &Answer) -> Result<Answer, Refusal> {
    Ok(*answer)
}
