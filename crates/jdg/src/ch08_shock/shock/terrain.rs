//! 8.4.2, 8.4.3: which terrain modifier counts.

use ground::HexId;
use table::{Answer, Play, Refusal, rule};

use super::combat::Combat;
use super::modifiers::{attacker_chooses, deciding_hex, terrain_between};
use crate::Few;
use crate::core::battle::Battle;
use crate::core::field::{Field, hex_point};
use crate::core::state::State;
use crate::core::verb;

impl Field<'_, '_> {
    /// Lets the side whose choice it is choose among different terrain modifiers (8.4.2). The hex is settled by 8.4.3.
    pub(super) fn choose_terrain(&mut self, combat: &mut Combat) -> Play<()> {
        let Some(hex) = deciding_hex(self.b, self.s, combat) else { return Ok(()) };
        let mut bases: Few<HexId> = combat.against(self.b, hex).map(|k| k.from).collect();
        bases.dedup();
        let value = |from: HexId| terrain_between(self.b, from, hex);
        if bases.iter().all(|&from| value(from) == value(bases[0])) {
            return Ok(());
        }
        let attacker = combat.side(self.b);
        let side = if attacker_chooses(self.b, hex) { attacker } else { attacker.enemy() };
        let offers: Few<Answer> =
            bases.iter().map(|&from| Answer::two(verb::TERRAIN, hex_point(from), hex_point(hex))).collect();
        let about = [hex_point(hex), Default::default(), Default::default()];
        let refuse = |_: &Battle, _: &State, answer: &Answer| {
            let refusal = Refusal::new(rule!("8.4.2"), "shock.no_base").with("hex", hex_point(hex));
            refusal.with("from", answer.points[0])
        };
        let answer = self.choose(side, rule!("8.4.2"), "shock.terrain", about, &offers, refuse)?;
        combat.terrain = answer.place().map(|from| (HexId(from), hex));
        Ok(())
    }
}
