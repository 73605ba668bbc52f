use proptest::prelude::*;

use crate::journal::{Chain, Entry, LONGEST_HEADER, LONGEST_LINE, read};

fn sample() -> String {
    let entries = [
        Entry::Format(1),
        Entry::Rulebook { id: "toy".into(), version: 1 },
        Entry::Battle("two lines".into()),
        Entry::Chart { id: "fire".into(), hash: "0123".into() },
        Entry::Option { name: "range".into(), value: "long".into() },
        Entry::Seat { side: "red".into(), computer: false, name: "Anna\nB".into() },
        Entry::Commitment([3; 32]),
        Entry::Contribution { side: "red".into(), bytes: vec![] },
        Entry::Contribution { side: "blue".into(), bytes: vec![1, 255] },
        Entry::Begin,
        Entry::Answer { side: "red".into(), text: "march red-1 p3".into() },
        Entry::Throw { n: 0, faces: 10, outcome: 9 },
        Entry::State([9; 8]),
        Entry::Practice,
        Entry::Undo { line: 10, side: "red".into(), agreed: true },
        Entry::Seat { side: "red".into(), computer: true, name: "sergeant".into() },
        Entry::Reveal([1; 32]),
        Entry::End,
    ];
    let mut chain = Chain::default();
    entries.iter().map(|entry| chain.seal(&entry.to_string()) + "\n").collect()
}

#[test]
fn a_whole_journal_reads_back() {
    let reading = read(sample().as_bytes()).unwrap();
    assert_eq!(reading.entries.len(), 18);
    assert_eq!(reading.torn, None);
    assert_eq!(reading.repaired(), sample());
}

#[test]
fn a_torn_last_line_costs_no_whole_entry() {
    let text = sample();
    let first = text.find('\n').unwrap() + 1;
    for length in first..text.len() {
        let reading = read(&text.as_bytes()[..length]).unwrap();
        let whole = text[..length].matches('\n').count();
        let line_done = text.as_bytes()[length] == b'\n';
        assert_eq!(reading.entries.len(), whole + usize::from(line_done), "cut at {length}");
        assert_eq!(reading.torn.is_some(), !text[..length].ends_with('\n'));
        assert!(read(reading.repaired().as_bytes()).unwrap().torn.is_none());
        let mut zeros = text.as_bytes()[..length].to_vec();
        zeros.extend([0; 40]);
        assert_eq!(read(&zeros).unwrap().entries.len(), whole + usize::from(line_done));
    }
}

#[test]
fn any_changed_byte_is_found_and_located() {
    let text = sample();
    for at in 0..text.len() {
        for flip in [1u8, 0x20, 0x80, 0x0a ^ text.as_bytes()[at]] {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= flip;
            if bytes == text.as_bytes() {
                continue;
            }
            let line = text[..at].matches('\n').count() + 1;
            match read(&bytes) {
                Err(fault) => assert!(fault.line == line || fault.line == line + 1, "byte {at}: {fault}"),
                Ok(reading) => assert!(line == 18 && reading.torn.is_some(), "byte {at} of line {line}"),
            }
        }
    }
}

#[test]
fn entries_out_of_order_are_refused() {
    let wrong = |entries: &[Entry]| {
        let mut chain = Chain::default();
        let text: String = entries.iter().map(|entry| chain.seal(&entry.to_string()) + "\n").collect();
        read(text.as_bytes()).unwrap_err()
    };
    assert_eq!(wrong(&[Entry::Begin]).line, 1);
    assert_eq!(
        wrong(&[Entry::Format(2)]).to_string(),
        "journal line 1: format 2; this program reads format 1"
    );
    assert_eq!(wrong(&[Entry::Format(1), Entry::State([0; 8])]).line, 2);
    assert_eq!(wrong(&[Entry::Format(1), Entry::Begin, Entry::Battle("x".into())]).line, 3);
    assert_eq!(wrong(&[Entry::Format(1), Entry::Begin, Entry::End, Entry::End]).line, 4);
    let mut chain = Chain::default();
    let unknown = chain.seal("berthier-journal 1")
        + "\n"
        + &chain.seal("begin")
        + "\n"
        + &chain.seal("charge!")
        + "\nx";
    assert_eq!(read(unknown.as_bytes()).unwrap_err().to_string(), "journal line 3: unknown entry `charge!`");
    let long = "x".repeat(LONGEST_LINE + 1) + "\n\n";
    assert!(read(long.as_bytes()).unwrap_err().what.contains("longer than"));
    assert!(read(b"").is_err());
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes);
    }

    #[test]
    fn no_text_makes_the_entry_parser_panic(text in "[a-z]{0,12}( [a-z0-9#-]{0,8}){0,5}") {
        if let Ok(entry) = Entry::parse(&text) {
            prop_assert_eq!(entry.to_string(), text);
        }
    }

    #[test]
    fn no_damage_goes_unnoticed(at in 0usize..600, byte in any::<u8>()) {
        let text = sample();
        let at = at % text.len();
        let mut bytes = text.clone().into_bytes();
        bytes[at] = byte;
        if bytes != text.as_bytes() {
            prop_assert!(read(&bytes).map_or(true, |reading| reading.torn.is_some()));
        }
    }
}

#[test]
fn a_header_is_bounded_so_that_nobody_makes_it_cost_more_than_its_bytes() {
    let header = [Entry::Format(1), Entry::Rulebook { id: "toy".into(), version: 1 }];
    let seat = Entry::Seat { side: "red".into(), computer: false, name: "x".into() };
    let entries = header.iter().chain(std::iter::repeat_n(&seat, 3000)).chain([&Entry::Begin]);
    let mut chain = Chain::default();
    let text: String = entries.map(|entry| chain.seal(&entry.to_string()) + "\n").collect();
    let fault = read(text.as_bytes()).unwrap_err();
    assert_eq!(fault.line, LONGEST_HEADER + 1);
    assert!(fault.what.contains("longer than"), "{fault}");
}
