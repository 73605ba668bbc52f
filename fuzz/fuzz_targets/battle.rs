//! Any text in place of a scenario of any rulebook is a battle or is refused with faults.
#![cfg_attr(feature = "run", no_main)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use berthier_fuzz::fuzz_target;

/// The repository's battles.
const BATTLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../battles");

/// The folder of a book's easiest battle, copied once, in which one file is exchanged again and again.
fn folders() -> &'static [PathBuf] {
    static FOLDERS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    FOLDERS.get_or_init(|| {
        let copied = |book: &'static dyn shelf::Book| {
            let battle = &book.battles()[0].id;
            let to = std::env::temp_dir()
                .join(format!("berthier-fuzz-{}", std::process::id()))
                .join(book.id())
                .join(battle);
            fs::create_dir_all(&to).expect("a folder for temporary files");
            for file in
                fs::read_dir(Path::new(BATTLES).join(battle)).expect("a built-in battle has its folder")
            {
                let file = file.expect("a readable folder").path();
                if file.is_file() {
                    fs::copy(&file, to.join(file.file_name().expect("a file has a name")))
                        .expect("room for a battle");
                }
            }
            to
        };
        shelf::known().map(copied).collect()
    })
}

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let which = usize::from(which) % folders().len();
    let (book, folder) = (shelf::known().nth(which).expect("a folder each"), &folders()[which]);
    fs::write(folder.join(format!("{}.toml", book.id())), text).expect("room for a scenario");
    let _ = book.check_battle(folder);
});
