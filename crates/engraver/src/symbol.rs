//! The symbols of the arms, and the marks of a unit's state.

use crate::counter::{Counter, Look, Sign, Symbol};
use crate::geometry::Pt;
use crate::palette::Cloth;
use crate::svg::{N, Svg};

/// The shapes of what a unit's formation and the state of its men and horses are shown by.
const SHAPES: [(&str, &str); 10] = [
    (
        "mark-column",
        "<path d=\"M-3.4 -6H3.4V6H-3.4ZM-3.4 -2H3.4M-3.4 2H3.4\" fill=\"#ffffff\" stroke=\"#17120a\" stroke-width=\"1.4\"/>",
    ),
    ("mark-line", "<path d=\"M-6.6 -2.2H6.6V2.2H-6.6Z\" fill=\"#17120a\"/>"),
    (
        "mark-dots",
        "<path d=\"M-5.4 1.5h0.01M0 -2.6h0.01M5.4 1.5h0.01\" fill=\"none\" stroke=\"#17120a\" stroke-width=\"3.6\" stroke-linecap=\"round\"/>",
    ),
    (
        "mark-scattered",
        "<path d=\"M-4.4 -3h0.01M1.6 -4.6h0.01M4.6 0.6h0.01M-1.2 1h0.01M-4.2 4.4h0.01M2.2 5h0.01\" fill=\"none\" stroke=\"#2f7a35\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
    ),
    (
        "mark-road",
        "<path d=\"M0 6.4V-6M-3.4 -2.4L0 -6.4L3.4 -2.4\" fill=\"none\" stroke=\"#17120a\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
    ),
    (
        "mark-spokes",
        "<path d=\"M0 -5.4V5.4M-5.4 0H5.4M-3.8 -3.8L3.8 3.8M-3.8 3.8L3.8 -3.8\" fill=\"none\" stroke=\"#17120a\" stroke-width=\"1\"/><circle r=\"5.6\" fill=\"none\" stroke=\"#17120a\" stroke-width=\"1.7\"/>",
    ),
    (
        "mark-gun",
        "<path d=\"M-6 -1.2L6 -5\" fill=\"none\" stroke=\"#17120a\" stroke-width=\"3.2\" stroke-linecap=\"round\"/><circle cx=\"-1\" cy=\"2.4\" r=\"3.5\" fill=\"#ffffff\" stroke=\"#17120a\" stroke-width=\"1.6\"/>",
    ),
    (
        "mark-low",
        "<path d=\"M-6.4 4.6H6.4\" fill=\"none\" stroke=\"#17120a\" stroke-width=\"1.4\"/><path d=\"M-4.6 1.6H3\" fill=\"none\" stroke=\"#17120a\" stroke-width=\"3\" stroke-linecap=\"round\"/><circle cx=\"5.4\" cy=\"1.2\" r=\"1.7\" fill=\"#17120a\"/>",
    ),
    (
        "mark-chevron",
        "<path d=\"M-5 -2.4L0 2.8L5 -2.4\" fill=\"none\" stroke=\"#a31616\" stroke-width=\"2.6\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
    ),
    (
        "mark-chevrons",
        "<path d=\"M-5 -5.2L0 -0.4L5 -5.2M-5 0.6L0 5.4L5 0.6\" fill=\"none\" stroke=\"#a31616\" stroke-width=\"2.4\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
    ),
];

/// Those of the marks, which do not depend on the nation.
pub(crate) fn definitions(svg: &mut Svg) {
    let disc = "<circle r=\"9\" fill=\"#fbf6e6\" stroke=\"#17120a\" stroke-width=\"1.1\"/>";
    let marks = [
        (
            "mark-smoke",
            "<path d=\"M-5.5 3.5A3 3 0 0 1 -5 -1.6A3.6 3.6 0 0 1 1.2 -4.6A3.6 3.6 0 0 1 5.6 -0.4A2.6 2.6 0 0 1 5 \
          3.8Z\" fill=\"#8d8d8d\" stroke=\"#2b2b2b\" stroke-width=\"1\"/><path d=\"M-1 6L0.8 0.6L3 6Z\" fill=\"#d8541f\"/>",
        ),
        (
            "mark-sabres",
            "<path d=\"M-5.6 5.6Q2 2 5.2 -5.8M5.6 5.6Q-2 2 -5.2 -5.8\" fill=\"none\" stroke=\"#a31616\" \
          stroke-width=\"2\" stroke-linecap=\"round\"/><path d=\"M-6.6 3.2L-3 6.4M6.6 3.2L3 6.4\" stroke=\"#17120a\" \
          stroke-width=\"1.3\" stroke-linecap=\"round\"/>",
        ),
        ("mark-plus", "<path d=\"M0 -5.4V5.4M-5.4 0H5.4\" stroke=\"#2b6b2b\" stroke-width=\"3\"/>"),
        (
            "mark-tick",
            "<path d=\"M-4.8 0.4L-1.4 4.2L5 -4.4\" fill=\"none\" stroke=\"#17120a\" stroke-width=\"2.2\" \
          stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
        ),
        (
            "mark-flag",
            "<path d=\"M-3.6 6.4V-6.2\" stroke=\"#17120a\" stroke-width=\"1.5\"/><path d=\"M-3.6 -6Q0 -7.6 2 \
          -5.6T6.4 -5V1Q3.6 2.6 1.6 0.8T-3.6 0.6Z\" fill=\"#ffffff\" stroke=\"#17120a\" stroke-width=\"0.9\"/>",
        ),
        (
            "mark-square",
            "<rect x=\"-5\" y=\"-5\" width=\"10\" height=\"10\" fill=\"none\" stroke=\"#17120a\" stroke-width=\"2.4\"/>",
        ),
    ];
    for (id, shape) in marks.iter().chain(&SHAPES) {
        svg.put(format_args!("<g id=\"{id}\">{disc}{shape}</g>"));
    }
}

/// The discs of a unit's state, at the corners of its counter.
pub(crate) fn signs(svg: &mut Svg, counter: &Counter) {
    if counter.look == Look::Pale {
        svg.place("mark-flag", Pt::new(-25.0, -25.0));
    }
    for sign in &counter.signs {
        let (id, x, y) = match sign {
            Sign::Square => ("mark-square", -25.0, -25.0),
            Sign::Sabres => ("mark-sabres", 25.0, -25.0),
            Sign::Smoke => ("mark-smoke", 25.0, 25.0),
            Sign::Tick => ("mark-tick", -25.0, 25.0),
            Sign::Plus => ("mark-plus", 25.0, 0.0),
            Sign::Column => ("mark-column", -25.0, -25.0),
            Sign::Line => ("mark-line", -25.0, -25.0),
            Sign::Dots => ("mark-dots", -25.0, -25.0),
            Sign::Scattered => ("mark-scattered", -25.0, -25.0),
            Sign::Road => ("mark-road", -25.0, -25.0),
            Sign::Spokes => ("mark-spokes", -25.0, -25.0),
            Sign::Gun => ("mark-gun", -25.0, -25.0),
            Sign::Low => ("mark-low", 25.0, 0.0),
            Sign::Chevron => ("mark-chevron", 25.0, 25.0),
            Sign::Chevrons => ("mark-chevrons", 25.0, 25.0),
        };
        svg.place(id, Pt::new(x, y));
    }
}

/// The symbol of an arm: a box, 27 by 16, with the signs of its kind.
pub(crate) fn place(svg: &mut Svg, symbol: Symbol, at: Pt, cloth: Cloth) {
    svg.group(&format!(
        "transform=\"translate({} {})\" stroke=\"#17120a\" stroke-width=\"1.3\" stroke-linejoin=\"round\" \
         stroke-linecap=\"round\"",
        N(at.x),
        N(at.y)
    ));
    let field = cloth.field;
    if symbol == Symbol::Commander {
        svg.put(format_args!("<path d=\"{}\" fill=\"#f4d35a\"/>", star(14.0)));
        svg.end();
        return;
    }
    let inside = match symbol {
        Symbol::Infantry => "<path d=\"M-13.5 -8L13.5 8M-13.5 8L13.5 -8\"/>",
        Symbol::LightInfantry => {
            "<path d=\"M-13.5 -8L13.5 8M-13.5 8L13.5 -8\"/><path d=\"M-4.6 8L0 0.8L4.6 8Z\" fill=\"#2f7a35\"/>"
        }
        Symbol::Grenadier => {
            "<path d=\"M-13.5 -8L13.5 8M-13.5 8L13.5 -8\"/><circle cy=\"1\" r=\"3.8\" fill=\"#17120a\"/><path d=\"M0 \
             -2.4Q-3 -4.6 -0.6 -7.4Q0 -5.6 1 -5.6Q1.6 -6.4 1.2 -7.6Q4 -5 0 -2.4Z\" fill=\"#d8541f\" stroke-width=\"0.7\"/>"
        }
        Symbol::Cavalry => "<path d=\"M-13.5 8L13.5 -8\"/>",
        Symbol::LightCavalry => {
            "<path d=\"M-13.5 8L13.5 -8\"/><path d=\"M3 8L8.4 1L13.5 8Z\" fill=\"#2f7a35\"/>"
        }
        Symbol::HeavyCavalry => "<path d=\"M-13.5 8V-8H13.5Z\" fill=\"#17120a\"/>",
        Symbol::FootArtillery => "<circle r=\"4.4\" fill=\"#17120a\"/>",
        Symbol::HorseArtillery => "<path d=\"M-13.5 8L13.5 -8\"/><circle r=\"4.4\" fill=\"#17120a\"/>",
        Symbol::Commander => "",
    };
    svg.put(format_args!(
        "<rect x=\"-13.5\" y=\"-8\" width=\"27\" height=\"16\" fill=\"{field}\" stroke=\"none\"/>{inside}\
         <rect x=\"-13.5\" y=\"-8\" width=\"27\" height=\"16\" fill=\"none\" stroke-width=\"1.6\"/>"
    ));
    svg.end();
}

/// A star of five rays.
fn star(radius: f64) -> String {
    let mut path = crate::svg::Path::new();
    let points: Vec<Pt> = (0..10)
        .map(|i| {
            let angle = f64::from(i) * std::f64::consts::TAU / 10.0;
            let r = if i % 2 == 0 { radius } else { radius * 0.42 };
            Pt::new(angle.sin() * r, -angle.cos() * r)
        })
        .collect();
    path.polygon(&points);
    path.0
}
