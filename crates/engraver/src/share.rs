//! Several pictures of the same map in one page, which is then not as long as all of them.

/// Pictures of the same map for one page: what they have in common at their beginning (the ground) once, and each without it.
pub fn share(pictures: &[String]) -> (String, Vec<String>) {
    let whole = |svg: &String| match svg.split_once("?>") {
        Some((_, rest)) if svg.starts_with("<?xml") => rest.trim().to_owned(),
        _ => svg.trim().to_owned(),
    };
    let pictures: Vec<String> = pictures.iter().map(whole).collect();
    let Some(first) = pictures.first() else { return (String::new(), Vec::new()) };
    // The first line is the picture's own tag.
    let head = first.find('\n').map_or(0, |end| end + 1);
    let (mut common, mut at, mut open) = (head, head, 0);
    for line in first[head..].split_inclusive('\n') {
        if !pictures.iter().all(|other| other.get(..at + line.len()) == first.get(..at + line.len())) {
            break;
        }
        at += line.len();
        open += depth(line);
        // A group must not be cut in two.
        if open == 0 {
            common = at;
        }
    }
    if common == head {
        return (String::new(), pictures);
    }
    let ground = format!(
        "<svg class=\"shared\" aria-hidden=\"true\"><g id=\"ground\">\n{}</g></svg>\n",
        &first[head..common]
    );
    let rest = |svg: &String| format!("{}<use href=\"#ground\"/>\n{}", &svg[..head], &svg[common..]);
    (ground, pictures.iter().map(rest).collect())
}

/// By how many groups a line of a picture goes deeper.
fn depth(line: &str) -> i32 {
    let count = |word: &str| line.matches(word).count() as i32;
    count("<g ") + count("<g>") + count("<defs>") - count("</g>") - count("</defs>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_is_there_once() {
        let picture = |counter: &str| {
            let ground = "<svg>\n<defs>\n<g id=\"a\"></g>\n</defs>\n<g>\n<path/>\n</g>";
            format!("{ground}\n<g>\n<text>{counter}</text>\n</g>\n</svg>\n")
        };
        let (ground, rest) = share(&[picture("x"), picture("y")]);
        assert!(ground.contains("<path/>\n</g>\n</g></svg>") && !ground.contains("<text>"), "{ground}");
        assert_eq!(rest[1], "<svg>\n<use href=\"#ground\"/>\n<g>\n<text>y</text>\n</g>\n</svg>");
    }
}
