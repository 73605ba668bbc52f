//! `berthier cut` and what else takes surveys, as a user runs it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SURVEY: &str = r#"{"type": "FeatureCollection", "features": [
{"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 0]}, "properties":
 {"class": "origin", "format": 1, "name": "Heath", "projection": "metres", "known": "known", "source": "none"}},
{"type": "Feature", "id": "wood", "geometry": {"type": "Polygon", "coordinates": [
 [[-100, 100], [300, 100], [300, -200], [-100, -200], [-100, 100]]]},
 "properties": {"class": "woods", "known": "fair", "source": "a map"}},
{"type": "Feature", "id": "road", "geometry": {"type": "LineString", "coordinates": [[0, -500], [900, -450]]},
 "properties": {"class": "road", "known": "fair", "source": "a map"}}
]}"#;

const PLAN: &str =
    "format = 1\nbook = \"jdg\"\nhex_meters = 150\norigin = [0, 0]\ncolumns = 6\nrows = 5\nbase_m = 0\n";

/// A folder with a survey and its plans.
fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("berthier-{}-survey-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    write(&folder.join("survey.geojson"), SURVEY);
    write(&folder.join("cut.jdg.toml"), PLAN);
    write(
        &folder.join("cut.table.toml"),
        "format = 1\nmu_meters = 20\norigin = [0, 0]\nwidth_mu = 30\ndepth_mu = 30\n",
    );
    folder
}

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).expect("the folder can be written");
}

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_berthier")).args(args).output().expect("the program starts")
}

/// Output of a command that ends well.
#[track_caller]
fn good(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn bad(args: &[&str], code: i32, says: &str) {
    let output = run(args);
    let errors =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
    assert!(errors.contains(says), "{args:?}: {errors}");
}

#[test]
fn a_ground_is_cut_written_and_compared() {
    let folder = folder("cut");
    let name = folder.to_string_lossy().into_owned();
    let ground = folder.join("ground.toml").to_string_lossy().into_owned();
    let printed = good(&["cut", &name, "--book", "jdg"]);
    assert!(printed.contains("w w w . . ."), "{printed}");
    good(&["cut", &name, "--book", "jdg", "--out", &ground]);
    assert!(good(&["cut", &name, "--book", "jdg", "--check", &ground]).contains("is what the survey gives"));
    assert!(good(&["check", &name]).contains("(survey)"));
    write(Path::new(&ground), &printed.replacen("w w w .", "w w . .", 1));
    bad(&["cut", &name, "--book", "jdg", "--check", &ground], 1, "ground.toml:8: a new cut differs");
    assert!(good(&["cut", &name, "--table"]).contains("[[area]]\nkind = \"woods\""));
}

#[test]
fn bad_surveys_and_plans_are_told_with_their_places() {
    let folder = folder("bad");
    let name = folder.to_string_lossy().into_owned();
    write(&folder.join("survey.geojson"), &SURVEY.replace("\"woods\"", "\"wods\""));
    bad(&["cut", &name, "--book", "jdg"], 3, "survey.geojson:6:26: unknown class \"wods\"");
    bad(&["check", &name], 3, "did you mean \"woods\"?");
    write(&folder.join("survey.geojson"), SURVEY);
    bad(&["cut", &name, "--book", "jgd"], 3, "cut.jgd.toml:1:1: cannot be read");
    bad(&["cut", &name], 2, "--book");
    write(&folder.join("cut.jdg.toml"), &PLAN.replace("\"jdg\"", "\"an30\""));
    bad(&["cut", &name, "--book", "jdg"], 2, "the plan cuts for \"an30\"");
}

#[test]
fn surveys_and_grounds_are_shown_and_differences_told() {
    let folder = folder("show");
    let file = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (survey, old, new) = (file("survey.geojson"), file("ground.toml"), file("new-ground.toml"));
    let text = good(&["show", &survey]);
    assert!(text.contains("Heath, surveyed over 1.0 by 0.6 km"), "{text}");
    assert!(text.contains("woods                      0         1         0"), "{text}");
    let name = folder.to_string_lossy().into_owned();
    good(&["cut", &name, "--book", "jdg", "--out", &old]);
    assert!(good(&["show", &old]).contains("woods"));
    assert_eq!(good(&["show", &old, "--difference", &old]), "no difference\n");
    let ground = std::fs::read_to_string(&old).expect("it was written");
    write(Path::new(&new), &ground.replacen("w w w .", "w w . .", 1));
    bad(&["show", &new, "--difference", &old], 1, "0301: woods, now clear\n");
    for (what, more) in [(&survey, vec!["--plan"]), (&survey, vec![]), (&new, vec!["--difference"])] {
        let (plan, picture) = (file("cut.jdg.toml"), file("picture.svg"));
        let mut args = vec!["show", what.as_str(), "--out", &picture];
        for word in more {
            args.extend([word, if word == "--plan" { &plan } else { &old }]);
        }
        run(&args);
        let svg = std::fs::read_to_string(&picture).unwrap_or_else(|error| panic!("{args:?}: {error}"));
        assert!(svg.starts_with("<svg"), "{args:?}");
        std::fs::remove_file(&picture).expect("it is there");
    }
    write(Path::new(&new), &ground.replacen("columns = 6", "columns = 7", 1));
    bad(&["show", &new, "--difference", &old], 3, "expected 7, as in `columns`");
    bad(&["show", &survey, "--out", &file("x.png"), "--plan", &file("none.toml")], 3, "cannot be read");
}
