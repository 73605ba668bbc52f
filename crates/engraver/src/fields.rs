//! Ground under the hand of man or the spade of water: fields, gardens, vines, sunken roads, ravines, pits, ice.

use ground::Terrain;

use crate::geometry::{Curve, Sheet};
use crate::palette::BANK;
use crate::svg::Svg;

/// A kind of ground drawn as a region: what it is washed with, what grows on it, how its edge is cut.
struct Field {
    terrain: Terrain,
    /// Attributes of the wash.
    wash: &'static str,
    /// The pattern over it: id, width and height of the tile, content.
    tile: Option<(&'static str, f64, f64, &'static str)>,
    /// Attributes of the strokes along the edge, inside the region.
    edge: Option<&'static str>,
}

/// Short strokes inward from the edge, like the hachures of a bank.
const BANKS: &str = "fill=\"none\" stroke=\"#6b4a22\" stroke-width=\"15\" stroke-dasharray=\"1.5 3.1\"";

const FIELDS: [Field; 8] = [
    Field {
        terrain: Terrain::Cultivated,
        wash: "fill=\"#dcc68f\" fill-opacity=\"0.6\" stroke=\"#8a6f3c\" stroke-width=\"0.8\" stroke-dasharray=\"5 3\"",
        tile: Some((
            "furrows",
            44.0,
            22.0,
            "<path d=\"M-4 4Q7 1 18 4T40 4M4 10Q15 7 26 10T48 10M-4 16Q7 13 18 16T40 16\" fill=\"none\" stroke=\"#8a6a3c\" \
             stroke-width=\"1\" stroke-opacity=\"0.7\"/>",
        )),
        edge: None,
    },
    Field {
        terrain: Terrain::HighCrops,
        wash: "fill=\"#e3c564\" fill-opacity=\"0.75\" stroke=\"#8f6f1f\" stroke-width=\"1\"",
        tile: Some((
            "crops",
            13.0,
            11.0,
            "<path d=\"M3 9.5V3M3 5.4L1.2 3.4M3 5.4L4.8 3.4M3 7.6L1.4 5.8M3 7.6L4.6 5.8M9.5 5.5V-1M9.5 10.5V6.5M9.5 3.6L7.9 1.8M9.5 \
             3.6L11.1 1.8M9.5 8.8L8 7.2M9.5 8.8L11 7.2\" fill=\"none\" stroke=\"#8f6a12\" stroke-width=\"0.9\" \
             stroke-linecap=\"round\"/>",
        )),
        edge: None,
    },
    Field {
        terrain: Terrain::Garden,
        wash: "fill=\"#c3d08f\" fill-opacity=\"0.8\" stroke=\"#5f6f35\" stroke-width=\"1.4\"",
        tile: Some((
            "beds",
            26.0,
            20.0,
            "<path d=\"M2.5 2.5H11V8.5H2.5ZM15 2.5H23.5V8.5H15ZM2.5 12H11V18H2.5ZM15 12H23.5V18H15Z\" fill=\"#9db56a\" \
             stroke=\"#56692f\" stroke-width=\"0.8\"/><path d=\"M6.7 4.4V6.8M19.2 13.8V16.2\" stroke=\"#a8443a\" \
             stroke-width=\"2.2\" stroke-linecap=\"round\"/>",
        )),
        edge: None,
    },
    Field {
        terrain: Terrain::Vineyard,
        wash: "fill=\"#d2cf95\" fill-opacity=\"0.7\" stroke=\"#6d6f3a\" stroke-width=\"0.9\"",
        tile: Some((
            "vines",
            15.0,
            12.0,
            "<path d=\"M0 10H15\" stroke=\"#8a7a44\" stroke-width=\"0.7\"/><path d=\"M7.5 10V3\" stroke=\"#5d4524\" \
             stroke-width=\"1.2\"/><path d=\"M7.5 7C3 7 4 3 7.5 4.4C11 3 12 7 7.5 7Z\" fill=\"#6f8a45\" stroke=\"#44582a\" \
             stroke-width=\"0.7\"/><circle cx=\"9.6\" cy=\"7.6\" r=\"1.3\" fill=\"#6a3a6a\"/>",
        )),
        edge: None,
    },
    Field {
        terrain: Terrain::SunkenRoad,
        wash: "fill=\"#cbb083\" fill-opacity=\"0.8\" stroke=\"#6b4a22\" stroke-width=\"1.2\"",
        tile: None,
        edge: Some(BANKS),
    },
    Field {
        terrain: Terrain::Gully,
        wash: "fill=\"#b59468\" fill-opacity=\"0.75\" stroke=\"#5d3f1d\" stroke-width=\"1\"",
        tile: None,
        edge: Some(
            "fill=\"none\" stroke=\"#5d3f1d\" stroke-width=\"40\" stroke-dasharray=\"2 3.4\" stroke-opacity=\"0.8\"",
        ),
    },
    Field {
        terrain: Terrain::Quarry,
        wash: "fill=\"#d8cdb2\" fill-opacity=\"0.95\" stroke=\"#4a4336\" stroke-width=\"1.6\"",
        tile: None,
        edge: Some("fill=\"none\" stroke=\"#6d6350\" stroke-width=\"24\" stroke-dasharray=\"2.4 2.2\""),
    },
    Field {
        terrain: Terrain::FrozenLake,
        wash: "fill=\"#dfeaec\" stroke=\"#3f6a7d\" stroke-width=\"1.8\"",
        tile: Some((
            "ice",
            58.0,
            46.0,
            "<path d=\"M3 9L15 13L21 25L34 28M15 13L27 4M34 28L46 20L56 24M34 28L38 41M46 20L44 8\" fill=\"none\" \
             stroke=\"#7ba7b4\" stroke-width=\"0.9\"/>",
        )),
        edge: Some("fill=\"none\" stroke=\"#b7d0d6\" stroke-width=\"13\" stroke-opacity=\"0.8\""),
    },
];

/// All the fields of a map.
pub(crate) fn fields(svg: &mut Svg, sheet: &Sheet<'_>) {
    for field in &FIELDS {
        let region = Curve::path(&sheet.region(|hex| sheet.ground.terrain(hex) == field.terrain));
        if region.is_empty() {
            continue;
        }
        svg.path(&region, field.wash);
        if let Some((id, width, height, content)) = field.tile {
            svg.put(format_args!(
                "<pattern id=\"{id}\" width=\"{width}\" height=\"{height}\" patternUnits=\"userSpaceOnUse\">{content}</pattern>"
            ));
            svg.path(&region, &format!("fill=\"url(#{id})\""));
        }
        if let Some(edge) = field.edge {
            let clip = format!("inside-{}", field.terrain);
            svg.put(format_args!("<clipPath id=\"{clip}\"><path d=\"{region}\"/></clipPath>"));
            svg.group(&format!("clip-path=\"url(#{clip})\""));
            svg.path(&region, edge);
            svg.end();
        }
    }
    sunken(svg, sheet);
}

/// Bottom of hollows: a track in the sunken roads, a trickle in the gullies.
fn sunken(svg: &mut Svg, sheet: &Sheet<'_>) {
    let links = |terrain: Terrain| {
        let mut path = crate::svg::Path::new();
        for (hex, dir) in sheet.hexsides() {
            let other = sheet.ground.neighbour(hex, dir).expect("only hexsides between two hexes are listed");
            if sheet.ground.terrain(hex) == terrain && sheet.ground.terrain(other) == terrain {
                path.m(sheet.centre(hex)).q(sheet.middle(hex, dir), sheet.centre(other));
            }
        }
        path
    };
    let round = "fill=\"none\" stroke-linecap=\"round\"";
    svg.path(&links(Terrain::SunkenRoad), &format!("{round} stroke=\"#f0e2bd\" stroke-width=\"9\""));
    svg.path(
        &links(Terrain::Gully),
        &format!("{round} stroke=\"{BANK}\" stroke-width=\"2\" stroke-opacity=\"0.7\""),
    );
}
