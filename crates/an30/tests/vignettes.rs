//! Every vignette of the rulebook comes out as expected.

use std::path::{Path, PathBuf};

use an30::An30;
use an30::variant::{Doherty2005, Edition, Standard};
use muster::Source;
use table::battery::{in_thread, play_vignettes};
use table::vignette::Staged;

#[test]
fn every_vignette_comes_out_as_expected() {
    all_come_out::<Standard>();
}

#[test]
fn every_vignette_of_the_revision_comes_out_as_expected() {
    all_come_out::<Doherty2005>();
}

fn all_come_out<E: Edition>() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vignettes").join(E::ID);
    match play_vignettes::<An30<E>>(&folder) {
        Ok(counted) => println!("{counted}"),
        Err(failures) => panic!("{failures}"),
    }
}

/// Chapters and vignettes that the revision leaves as they are (V3): chapters that it does not touch, and vignettes of the chapters of assault and charge in which nothing comes up
/// that it replaces.
const STAYS: &str = "
    ch05-pieces ch07-sequence ch09-facing ch11-stacking ch13-movement ch14-sight ch15-fire ch17-losses ch20-morale ch21-night
    ch16-assault/r16_2_4_diverted ch16-assault/r16_2_4_a_new_target_that_assaults ch16-assault/r16_2_3_losses_by_fire_in_an_assault
    ch16-assault/r16_2_7_1_front_and_flank_of_one_unit ch16-assault/r16_2_7_3_two_units_against_two
    ch16-assault/r16_3_8_light_companies ch16-assault/r16_3_retreat_before_assault
    ch16-assault/r16_4_2_prussia_in_1805 ch16-assault/r16_4_2_prussia_in_1813 ch16-assault/r16_5_1_three_hexes_against_two
    ch16-assault/r16_6_2_six_of_eight_defend_a_farm ch16-assault/r7_4_the_order_of_assaults
    ch19-cavalry/r12_10_5_2_a_charge_through_skirmishers ch19-cavalry/r12_10_9_1_cavalry_skirmishers_form_up
    ch19-cavalry/r12_13_8_who_lies_prone_is_charged ch19-cavalry/r15_5_3_a_line_fires_at_a_charge_as_one
    ch19-cavalry/r16_2_4_1_an_assault_is_diverted_by_a_charge
    ch19-cavalry/r19_14_3_1_lances_of_four_in_one_two_and_three_hexes ch19-cavalry/r19_14_3_1_lances_of_three_against_a_square
    ch19-cavalry/r19_14_4_2_three_waves_from_two_hexes_away ch19-cavalry/r19_14_modifiers_one_by_one
    ch19-cavalry/r19_14_what_cavalry_is_worth ch19-cavalry/r19_15_2_half_of_a_column_preserves_readiness
    ch19-cavalry/r19_15_2_reacting_with_the_first_squadron ch19-cavalry/r19_15_2_who_preserves_and_is_met
    ch19-cavalry/r19_15_3_1_half_the_movement ch19-cavalry/r19_15_3_horses_rest
    ch19-cavalry/r19_15_4_tired_or_exhausted_and_disordered ch19-cavalry/r19_15_5_exhausted_cavalry_routs_at_half
    ch19-cavalry/r19_16_1_1_of_one_maneuver_unit ch19-cavalry/r19_17_1_1_reaction_charges_to_the_flank
    ch19-cavalry/r19_18_7_opportunity_charges_to_the_flank ch19-cavalry/r19_18_an_opportunity_charge
    ch19-cavalry/r19_19_cavalry_in_several_hexes_moves_in_reaction ch19-cavalry/r19_19_reaction_moves
    ch19-cavalry/r19_2_7_1_a_unit_is_charged_once ch19-cavalry/r19_2_8_a_line_is_recalled_whole
    ch19-cavalry/r19_2_8_three_hexes_against_a_line_and_a_column ch19-cavalry/r19_2_who_may_charge
    ch19-cavalry/r19_4_3_skirmishers_go_through_a_friendly_stack ch19-cavalry/r19_4_4_skirmishers_in_two_hexes_retreat
    ch19-cavalry/r19_6_2_a_line_that_does_not_stand ch19-cavalry/r19_9_2_leaders_in_a_charge ch19-cavalry/r19_9_3_a_bounce
    ch19-cavalry/r19_9_3_a_stack_bounces_together ch19-cavalry/r19_9_3_four_hexes_back_and_thirteen_more
    ch19-cavalry/r19_9_3_losses_make_the_check_worse
";

/// The vignettes below a path without its ending, or that one alone.
fn below(path: &Path, out: &mut Vec<PathBuf>) {
    match std::fs::read_dir(path) {
        Ok(entries) => out.extend(entries.map(|entry| entry.expect("it can be read").path())),
        Err(_) => out.push(path.with_extension("toml")),
    }
}

/// Vignettes of the Règlement come out by the revision as well, where it leaves their rules alone. `ONLY` and `FIRST` choose among them as among the others.
#[test]
fn what_the_revision_leaves_alone_stays() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vignettes/an30");
    let mut files = Vec::new();
    STAYS.split_whitespace().for_each(|name| below(&folder.join(name), &mut files));
    let only = std::env::var("ONLY").unwrap_or_default();
    files.retain(|path| only.split(',').any(|part| path.to_string_lossy().contains(part)));
    let first = std::env::var_os("FIRST").is_some();
    let mut faults = Vec::new();
    for path in files {
        if first && !faults.is_empty() {
            break;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let text = text.replacen("rulebook = \"an30\"", "rulebook = \"doherty2005\"", 1);
        let vignette = An30::<Doherty2005>::read(&Source::new(path.display().to_string(), text));
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        for case in vignette.unwrap_or_else(|why| panic!("{why}")).cases {
            let played = in_thread(&name, || case.run());
            let told = played
                .differences()
                .map(|(place, what)| format!("{}:{}: {what}", path.display(), place.line));
            faults.extend(told);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
