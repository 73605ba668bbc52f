//! Puts mutants into a source file: each behind a switch, so that one program holds them all.
//!
//! `a < b` becomes `if on(17) { a <= b } else { a < b }`. Operands are written once where they can be, so that nested
//! expressions do not double with every level. Some mutants do not compile (types that know `+` but not `-`); the caller
//! finds them in the compiler's messages and rewrites without them, and without those that nobody is going to try (`left_out`); their numbers stay taken.

use std::collections::HashSet;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ItemFn, ReturnType, Stmt, Type, UnOp, parse_quote};

use crate::mutant::{Mutant, Name, NameCounts, Switch};

/// The module that every mutated crate gets at the end of its root: which mutant is on, and which have been reached.
pub const SWITCHES: &str = r#"
#[doc(hidden)]
pub mod __mutant {
    use std::cell::RefCell;
    use std::io::Write;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    static ON: LazyLock<u32> =
        LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or(u32::MAX));
    static LOG: LazyLock<Option<std::fs::File>> = LazyLock::new(|| {
        let path = std::env::var_os("MUTANTS_REACHED")?;
        Some(std::fs::OpenOptions::new().create(true).append(true).open(path).expect("it can be written"))
    });
    static THREADS: AtomicU32 = AtomicU32::new(0);

    /// Switches that a thread has reached.
    struct Reached { thread: u32, seen: Vec<bool> }

    thread_local! {
        static REACHED: RefCell<Reached> = {
            let thread = THREADS.fetch_add(1, Ordering::Relaxed);
            let name = std::thread::current().name().unwrap_or_default().to_owned();
            log(format!("thread {thread} {name}\n"));
            RefCell::new(Reached { thread, seen: vec![false; 1 << 18] })
        };
    }

    fn log(line: String) {
        if let Some(mut log) = LOG.as_ref() {
            log.write_all(line.as_bytes()).expect("it can be written");
        }
    }

    fn note(id: u32) {
        let _ = REACHED.try_with(|reached| {
            let mut reached = reached.borrow_mut();
            if !std::mem::replace(&mut reached.seen[id as usize], true) {
                log(format!("{} {id}\n", reached.thread));
            }
        });
    }

    pub fn on(id: u32) -> bool {
        if LOG.is_some() {
            note(id);
        }
        *ON == id
    }

    pub fn flip<T: std::ops::Not<Output = T>>(id: u32, value: T) -> T {
        if on(id) { !value } else { value }
    }

    /// `None` is a change that is not tried.
    pub fn truth(always: Option<u32>, never: Option<u32>, value: bool) -> bool {
        let [always, never] = [always, never].map(|id| id.is_some_and(on));
        always || value && !never
    }
}
"#;

/// A file with its mutants.
pub struct RewrittenFile {
    /// The new text of the file.
    pub text: String,
    /// Those that are switched in it.
    pub mutants: Vec<Mutant>,
    /// The first number that is free for the next file.
    pub next: u32,
}

/// Rewrites a source file; numbers begin with `first`.
pub fn rewrite(
    file: &str,
    text: &str,
    first: u32,
    left_out: &HashSet<Name>,
) -> Result<RewrittenFile, String> {
    let mut tree = syn::parse_file(text).map_err(|e| format!("{file}: {e}"))?;
    let mut rewriter = Rewriter {
        file,
        lines: text.lines().collect(),
        function: String::new(),
        left_out,
        next: first,
        mutants: Vec::new(),
        alike: NameCounts::default(),
    };
    rewriter.visit_file_mut(&mut tree);
    Ok(RewrittenFile { text: prettyplease::unparse(&tree), mutants: rewriter.mutants, next: rewriter.next })
}

/// A switch as an expression, or `None`.
fn or_none(switch: Option<u32>) -> Expr {
    switch.map_or_else(
        || parse_quote!(::core::option::Option::None),
        |id| parse_quote!(::core::option::Option::Some(#id)),
    )
}

struct Rewriter<'a> {
    file: &'a str,
    lines: Vec<&'a str>,
    function: String,
    left_out: &'a HashSet<Name>,
    next: u32,
    mutants: Vec<Mutant>,
    alike: NameCounts,
}

/// Place of a piece of code, and how it read.
struct Place {
    line: usize,
    was: String,
}

impl Rewriter<'_> {
    fn place(&self, span: Span) -> Place {
        let (start, end) = (span.start(), span.end());
        let mut was = String::new();
        for number in start.line..=end.line {
            let line: Vec<char> = self.lines.get(number - 1).copied().unwrap_or_default().chars().collect();
            let from = if number == start.line { start.column } else { 0 };
            let to = if number == end.line { end.column } else { line.len() };
            let part: String = line.get(from..to.max(from)).unwrap_or_default().iter().collect();
            was.push_str(part.trim());
            was.push(' ');
        }
        let was = was.trim();
        let short: String = was.chars().take(90).collect();
        Place { line: start.line, was: if short.len() < was.len() { format!("{short}...") } else { short } }
    }

    /// Takes a number for a mutant; none if it is left out.
    fn number(&mut self, place: &Place, change: impl Into<String>) -> Option<u32> {
        let number = self.next;
        self.next += 1;
        let mut mutant = Mutant {
            file: self.file.to_owned(),
            line: place.line,
            function: self.function.clone(),
            was: place.was.clone(),
            change: change.into(),
            nth: 0,
            switch: Switch::Code(number),
        };
        self.alike.count(&mut mutant);
        if self.left_out.contains(&mutant.name()) {
            return None;
        }
        self.mutants.push(mutant);
        Some(number)
    }

    fn binary(&mut self, expr: &mut Expr, place: &Place) {
        let Expr::Binary(binary) = &*expr else { return };
        let (left, right, op) = (&binary.left, &binary.right, &binary.op);
        let Some((other, kind)) = opposite(op) else { return };
        if contains_let(expr) {
            return;
        }
        let change = format!("{} for {}", word(&other), word(op));
        let Some(id) = self.number(place, change) else { return };
        *expr = match kind {
            Kind::Compare => parse_quote!((match (&(#left), &(#right)) {
                (__l, __r) => if crate::__mutant::on(#id) { __l #other __r } else { __l #op __r },
            })),
            Kind::Compute => parse_quote!((match (#left, #right) {
                (__l, __r) => if crate::__mutant::on(#id) { __l #other __r } else { __l #op __r },
            })),
            Kind::Logic => parse_quote!(({
                let __l = #left;
                if crate::__mutant::on(#id) { __l #other #right } else { __l #op #right }
            })),
            Kind::Assign => {
                parse_quote!((if crate::__mutant::on(#id) { #left #other #right } else { #left #op #right }))
            }
        };
    }

    fn literal(&mut self, expr: &mut Expr, place: &Place) {
        let Expr::Lit(literal) = &*expr else { return };
        match &literal.lit {
            syn::Lit::Bool(_) => {
                let Some(id) = self.number(place, "the contrary") else { return };
                *expr = parse_quote!(crate::__mutant::flip(#id, #expr));
            }
            syn::Lit::Int(int) => {
                let Ok(value) = int.base10_parse::<u128>() else { return };
                let like = |n: u128| syn::LitInt::new(&format!("{n}{}", int.suffix()), Span::call_site());
                let (more, less) = (like(value + 1), like(value.saturating_sub(1)));
                let up = self.number(place, format!("{more}"));
                let down = if value > 0 { self.number(place, format!("{less}")) } else { None };
                *expr = match (up, down) {
                    (Some(up), Some(down)) => parse_quote!((if crate::__mutant::on(#up) { #more }
                        else if crate::__mutant::on(#down) { #less } else { #literal })),
                    (Some(up), None) => {
                        parse_quote!((if crate::__mutant::on(#up) { #more } else { #literal }))
                    }
                    (None, Some(down)) => {
                        parse_quote!((if crate::__mutant::on(#down) { #less } else { #literal }))
                    }
                    (None, None) => return,
                };
            }
            _ => {}
        }
    }

    fn method(&mut self, expr: &mut Expr, place: &Place) {
        let Expr::MethodCall(call) = &*expr else { return };
        let name = call.method.to_string();
        if let Some(other) = other_method(&name) {
            if let Some(id) = self.number(place, format!("{other} for {name}")) {
                let mut changed = call.clone();
                changed.method = syn::Ident::new(other, call.method.span());
                *expr = parse_quote!((if crate::__mutant::on(#id) { #changed } else { #call }));
            }
        } else if ["is_some", "is_none", "is_ok", "is_err", "is_empty", "contains"].contains(&name.as_str()) {
            self.flip(expr, place);
        }
    }

    fn flip(&mut self, expr: &mut Expr, place: &Place) {
        if let Some(id) = self.number(place, "the contrary") {
            *expr = parse_quote!(crate::__mutant::flip(#id, #expr));
        }
    }

    /// A condition that always or never holds.
    fn condition(&mut self, condition: &mut Expr) {
        if contains_let(condition) {
            return;
        }
        let place = self.place(condition.span());
        visit_mut::visit_expr_mut(self, condition);
        self.change(condition, &place);
        let always = self.number(&place, "always");
        let never = self.number(&place, "never");
        if always.is_some() || never.is_some() {
            let (always, never) = (or_none(always), or_none(never));
            *condition = parse_quote!(crate::__mutant::truth(#always, #never, #condition));
        }
    }

    /// The changes of an expression whose parts have been changed already.
    fn change(&mut self, expr: &mut Expr, place: &Place) {
        match expr {
            Expr::Binary(_) => self.binary(expr, place),
            Expr::Lit(_) => self.literal(expr, place),
            Expr::MethodCall(_) => self.method(expr, place),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => self.flip(expr, place),
            Expr::Macro(call) if call.mac.path.is_ident("matches") => self.flip(expr, place),
            _ => {}
        }
    }

    /// Body that gives back a value of the function's type at once.
    fn body(&mut self, name: &syn::Ident, output: &ReturnType, block: &mut Block) {
        let place = Place { line: name.span().start().line, was: format!("fn {name}") };
        let results: Vec<(&str, Expr)> = match output {
            ReturnType::Default => vec![("does nothing", parse_quote!(()))],
            ReturnType::Type(_, kind) => at_once(kind),
        };
        for (what, value) in results.into_iter().rev() {
            if let Some(id) = self.number(&place, what) {
                block.stmts.insert(0, parse_quote!(if crate::__mutant::on(#id) { return #value; }));
            }
        }
    }

    fn within(&mut self, name: &syn::Ident, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.function, name.to_string());
        visit(self);
        self.function = outer;
    }
}

impl VisitMut for Rewriter<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let place = self.place(expr.span());
        match expr {
            Expr::Const(_) => return,
            Expr::Repeat(repeat) => return self.visit_expr_mut(&mut repeat.expr),
            Expr::If(branch) => {
                if contains_let(&branch.cond) {
                    self.visit_expr_mut(&mut branch.cond);
                } else {
                    self.condition(&mut branch.cond);
                }
                self.visit_block_mut(&mut branch.then_branch);
                if let Some((_, other)) = &mut branch.else_branch {
                    self.visit_expr_mut(other);
                }
                return;
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
        self.change(expr, &place);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        if let Some((_, guard)) = &mut arm.guard {
            self.condition(guard);
        }
        self.visit_expr_mut(&mut arm.body);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            let place = self.place(stmt.span());
            let step = is_step(stmt);
            self.visit_stmt_mut(stmt);
            let Stmt::Expr(expr, Some(_)) = &*stmt else { continue };
            if step && let Some(id) = self.number(&place, "left out") {
                *stmt = parse_quote!(if crate::__mutant::on(#id) {} else { #expr; });
            }
        }
    }

    fn visit_item_fn_mut(&mut self, item: &mut ItemFn) {
        if item.sig.constness.is_none() && !is_test(&item.attrs) {
            let name = item.sig.ident.clone();
            self.within(&name, |this| {
                this.visit_block_mut(&mut item.block);
                this.body(&name, &item.sig.output, &mut item.block);
            });
        }
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut syn::ImplItemFn) {
        if item.sig.constness.is_none() {
            let name = item.sig.ident.clone();
            self.within(&name, |this| {
                this.visit_block_mut(&mut item.block);
                this.body(&name, &item.sig.output, &mut item.block);
            });
        }
    }

    fn visit_item_mod_mut(&mut self, item: &mut syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit_mut::visit_item_mod_mut(self, item);
        }
    }

    // What is fixed when the program is compiled cannot be switched, and patterns and types hold no expressions.
    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}
    fn visit_item_static_mut(&mut self, _: &mut syn::ItemStatic) {}
    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}
    fn visit_trait_item_const_mut(&mut self, _: &mut syn::TraitItemConst) {}
    fn visit_item_macro_mut(&mut self, _: &mut syn::ItemMacro) {}
    fn visit_variant_mut(&mut self, _: &mut syn::Variant) {}
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
}

fn is_test(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|a| a.path().is_ident("test") || a.path().is_ident("cfg"))
}

/// Whether a statement does something that may be left out.
fn is_step(stmt: &Stmt) -> bool {
    let Stmt::Expr(expr, Some(_)) = stmt else { return false };
    matches!(expr, Expr::MethodCall(_) | Expr::Call(_) | Expr::Try(_) | Expr::Assign(_) | Expr::Binary(_))
}

/// Whether a condition binds names, which no switch may hide.
fn contains_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => contains_let(&binary.left) || contains_let(&binary.right),
        _ => false,
    }
}

enum Kind {
    Compare,
    Compute,
    Logic,
    Assign,
}

fn opposite(op: &BinOp) -> Option<(BinOp, Kind)> {
    Some(match op {
        BinOp::Lt(_) => (parse_quote!(<=), Kind::Compare),
        BinOp::Le(_) => (parse_quote!(<), Kind::Compare),
        BinOp::Gt(_) => (parse_quote!(>=), Kind::Compare),
        BinOp::Ge(_) => (parse_quote!(>), Kind::Compare),
        BinOp::Eq(_) => (parse_quote!(!=), Kind::Compare),
        BinOp::Ne(_) => (parse_quote!(==), Kind::Compare),
        BinOp::And(_) => (parse_quote!(||), Kind::Logic),
        BinOp::Or(_) => (parse_quote!(&&), Kind::Logic),
        BinOp::Add(_) => (parse_quote!(-), Kind::Compute),
        BinOp::Sub(_) => (parse_quote!(+), Kind::Compute),
        BinOp::Mul(_) => (parse_quote!(+), Kind::Compute),
        BinOp::Div(_) | BinOp::Rem(_) => (parse_quote!(*), Kind::Compute),
        BinOp::BitAnd(_) => (parse_quote!(|), Kind::Compute),
        BinOp::BitOr(_) => (parse_quote!(&), Kind::Compute),
        BinOp::AddAssign(_) => (parse_quote!(-=), Kind::Assign),
        BinOp::SubAssign(_) => (parse_quote!(+=), Kind::Assign),
        BinOp::BitOrAssign(_) => (parse_quote!(&=), Kind::Assign),
        BinOp::BitAndAssign(_) => (parse_quote!(|=), Kind::Assign),
        _ => return None,
    })
}

fn word(op: &BinOp) -> String {
    quote::quote!(#op).to_string()
}

fn other_method(name: &str) -> Option<&'static str> {
    Some(match name {
        "any" => "all",
        "all" => "any",
        "min" => "max",
        "max" => "min",
        "min_by_key" => "max_by_key",
        "max_by_key" => "min_by_key",
        "first" => "last",
        "last" => "first",
        "saturating_sub" => "saturating_add",
        "saturating_add" => "saturating_sub",
        _ => return None,
    })
}

/// The values that stand for a type, each with its name.
fn at_once(kind: &Type) -> Vec<(&'static str, Expr)> {
    let text = quote::quote!(#kind).to_string().replace(' ', "");
    match text.as_str() {
        "bool" => vec![("gives true", parse_quote!(true)), ("gives false", parse_quote!(false))],
        "Play<()>" => vec![("does nothing", parse_quote!(Ok(())))],
        "Play<bool>" => {
            vec![("gives true", parse_quote!(Ok(true))), ("gives false", parse_quote!(Ok(false)))]
        }
        _ if text.starts_with("Result<(),") => vec![("allows all", parse_quote!(Ok(())))],
        _ if text.starts_with("Option<") => vec![("gives nothing", parse_quote!(None))],
        "u8" | "i8" | "u16" | "i16" | "u32" | "i32" | "usize" => vec![("gives 0", parse_quote!(0))],
        _ => vec![],
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::*;

    const SOURCE: &str = "fn above(x: i32) -> bool { if x > 1 && x < 9 { return true; } false }";
    const MAIN: &str = "fn main() { assert!(above(2)); assert!(!above(1)); }";

    /// Compiles a source with its switches, runs it with no mutant on, and gives the switches that it comes to.
    fn reached(folder: &Path, text: &str) -> Vec<String> {
        let (source, program, log) = (folder.join("s.rs"), folder.join("s"), folder.join("reached"));
        std::fs::write(&source, format!("{text}{SWITCHES}{MAIN}")).expect("it can be written");
        drop(std::fs::remove_file(&log));
        let mut rustc = Command::new("rustc");
        rustc.args(["--edition", "2024", "--allow", "warnings", "-o"]).arg(&program).arg(&source);
        assert!(rustc.status().expect("rustc starts").success(), "{text}");
        let ran = Command::new(&program).env("MUTANTS_REACHED", &log).status().expect("it starts");
        assert!(ran.success(), "{text}");
        let log = std::fs::read_to_string(&log).expect("it was written");
        log.lines().filter_map(|line| line.strip_prefix("0 ")).map(str::to_owned).collect()
    }

    /// Whichever mutant alone is drawn, the program does without it what it did, and says that it came to its switch.
    #[test]
    fn a_mutant_that_is_drawn_alone_is_reached_and_changes_nothing_while_it_is_off() {
        let folder = std::env::temp_dir().join(format!("mutants-rewrite-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("it can be made");
        let all = rewrite("s.rs", SOURCE, 0, &HashSet::new()).expect("it is a source").mutants;
        assert!(["always", "never"].iter().all(|change| all.iter().any(|m| m.change == *change)));
        for mutant in &all {
            let others = all.iter().map(Mutant::name).filter(|name| *name != mutant.name()).collect();
            let alone = rewrite("s.rs", SOURCE, 0, &others).expect("it is a source");
            let Switch::Code(number) = mutant.switch else { panic!("a mutant of the code") };
            assert_eq!(reached(&folder, &alone.text), [number.to_string()], "{}", alone.text);
        }
        std::fs::remove_dir_all(&folder).expect("it can be removed");
    }
}
