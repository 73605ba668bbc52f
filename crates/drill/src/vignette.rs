//! Vignettes of the book: blue and red units in a scrap of meadow.

use ground::{Ground, GroundFile};
use muster::{Collector, Fault, Faults, Format, Name, Source, Spanned};
use roster::{About, Formation, Roster, Unit, plain_sides, side_or_first};
use serde::Deserialize;
use table::option::settle;
use table::vignette::{Check, Head, Staged, Vignette, VignetteFile, same};
use table::{Names, Point, Rulebook, Side, Verb};

use crate::Drill;
use crate::ch5_victory;
use crate::core::battle::Battle;
use crate::core::d66::D66;
use crate::core::state::{NOBODY, Phase, State};
use crate::core::verb;
use crate::files::{ChartFiles, Material, RawObjective, RawUnit};

/// A vignette file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVignette {
    #[serde(rename = "format")]
    _format: Format<1>,
    rulebook: Name,
    title: String,
    rules: Vec<String>,
    #[serde(default)]
    ground: GroundFile,
    #[serde(default)]
    start: RawStart,
    unit: Vec<RawUnit>,
    #[serde(default)]
    objective: Vec<RawObjective>,
    #[serde(default)]
    option: Vec<[String; 2]>,
    script: Spanned<String>,
}

/// Start of a vignette: where the game is when the vignette begins: the first side's movement, unless it is said.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct RawStart {
    fire: bool,
    turns: Option<u8>,
}

impl Staged for Drill {
    const EXPECTS: &'static [&'static str] = &["unit", "holder"];
    const QUIET: &'static [Verb] = &[verb::DONE];

    fn read(source: &Source) -> Result<Vignette<Self>, Faults> {
        table::vignette::read::<Drill, RawVignette>(source)
    }

    fn die(word: &str) -> Result<Point, Fault> {
        let number = word.parse().ok().and_then(D66::read);
        number.map(|dice| Point::Number(dice.number())).ok_or_else(|| {
            let mut fault = Fault::new(format!("{word:?} is no throw of two dice"));
            fault.expect("11 to 66, each die 1 to 6");
            fault
        })
    }

    fn marker(_battle: &Battle, word: &str) -> Result<Point, Fault> {
        Err(Fault::new(format!("this book draws nothing, also no {word:?}")))
    }

    /// Losses and morale checks come in steps of their own, so that nobody foresees a strength that they do not know.
    fn rests(_battle: &Battle, s: &State) -> bool {
        !matches!(s.phase, Phase::Toll(..) | Phase::Morale(_))
    }

    fn holds(b: &Battle, s: &State, what: &str, words: &[&str]) -> Check {
        let (name, rest) = words.split_first().ok_or("of what?")?;
        match (what, b.find(name)) {
            ("unit", Some(Point::Unit(unit))) => {
                let now = s.unit(unit);
                let condition = format!("{:?}", now.condition).to_lowercase();
                let hex = b.id(Point::Place(now.hex.0));
                same(rest, &[&condition, &hex, now.facing.name(), &now.strength.to_string()])
            }
            ("holder", Some(Point::Place(hex))) => {
                let at = b.objectives.iter().position(|objective| objective.hex.0 == hex);
                let holder = s.holders[at.ok_or("it is worth nothing")?];
                let nobody = "nobody".to_owned();
                let holder = if holder == NOBODY { nobody } else { b.id(Point::Side(Side(holder))) };
                same(rest, &[&holder, &ch5_victory::points(b, s)[0].to_string()])
            }
            _ => Err(format!("there is no {what} {name:?}")),
        }
    }
}

impl VignetteFile<Drill> for RawVignette {
    fn head(&self) -> Head<'_> {
        Head { rulebook: &self.rulebook, title: &self.title, rules: &self.rules, script: Some(&self.script) }
    }

    fn battle(&self, source: &Source) -> Result<Battle, Faults> {
        let mut faults = Collector::new(source);
        let roster = roster(self, &mut faults);
        let options: Vec<(String, String)> =
            self.option.iter().map(|[name, value]| (name.clone(), value.clone())).collect();
        let settled = settle(Drill::OPTIONS, &options)?;
        let material = Material {
            id: "vignette".to_owned(),
            title: self.title.clone(),
            about: About::default(),
            turns: self.start.turns.unwrap_or(2),
            ground: Ground::build(&self.ground.scrap(), source)?,
            charts: ChartFiles::default().load()?,
            roster,
            settled,
        };
        let mut battle = material.build(&self.unit, &self.objective, faults)?;
        if self.start.fire {
            battle.setup.phase = Phase::Fire;
        }
        Ok(battle)
    }
}

/// The roster that the units imply.
fn roster(raw: &RawVignette, faults: &mut Collector<'_>) -> Roster {
    let sides = plain_sides([]);
    let unit = |unit: &RawUnit| {
        let side = side_or_first(&sides, unit.side.as_ref(), faults);
        Unit::plain(unit.id.get_ref(), side, side.index())
    };
    let units = raw.unit.iter().map(unit).collect();
    let corps =
        |number: u8| Formation::plain(&format!("{}-corps", sides[usize::from(number)].id), Side(number));
    Roster { formations: [0, 1].map(corps).to_vec(), units, leaders: Vec::new(), sides }
}
