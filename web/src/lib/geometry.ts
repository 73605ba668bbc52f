// Where hexes lie on the sheet: the same units as the engraver's pictures, 100 from vertex to vertex of a hex, y downwards.

export const RADIUS = 50;
export const HALF = 43.30127018922193;

export interface Pt {
  x: number;
  y: number;
}

/** What the geometry must know of a ground. */
export interface Grid {
  columns: number;
  rows: number;
}

/** Column and row of a hex, from 0. */
export function cell(grid: Grid, hex: number): { column: number; row: number } {
  return { column: hex % grid.columns, row: Math.floor(hex / grid.columns) };
}

/** The middle of a hex. */
export function centre(grid: Grid, hex: number): Pt {
  const { column, row } = cell(grid, hex);
  return cellCentre(column, row);
}

function cellCentre(column: number, row: number): Pt {
  return { x: column * RADIUS * 1.5, y: (row * 2 + (column & 1)) * HALF };
}

/** The vector from the middle of a hex to the vertex that a facing looks at (0 NE, clockwise), `radius` long. */
export function towards(facing: number, radius = RADIUS): Pt {
  const angle = ((facing * 60 + 30) * Math.PI) / 180;
  return { x: Math.sin(angle) * radius, y: -Math.cos(angle) * radius };
}

/** A wedge from the middle of a hex over the two hexes in front of a unit that faces there, as the points of an SVG polygon. */
export function wedge(grid: Grid, hex: number, facing: number): string {
  const middle = centre(grid, hex);
  const at = (degrees: number, radius: number) => {
    const angle = ((facing * 60 + 30 + degrees) * Math.PI) / 180;
    return `${round(middle.x + Math.sin(angle) * radius)},${round(middle.y - Math.cos(angle) * radius)}`;
  };
  return [`${round(middle.x)},${round(middle.y)}`, at(-58, RADIUS), at(-45, 125), at(0, 150), at(45, 125), at(58, RADIUS)].join(' ');
}

/** The degrees by which a counter is turned so that its top looks at the vertex of a facing. */
export function turned(facing: number): number {
  return 30 + 60 * facing;
}

/** The outline of a hex as the points of an SVG polygon, `inset` inside of it. */
export function outline(grid: Grid, hex: number, inset = 0): string {
  const middle = centre(grid, hex);
  const corner = (facing: number) => {
    const v = towards(facing, RADIUS - inset);
    return `${round(middle.x + v.x)},${round(middle.y + v.y)}`;
  };
  return [0, 1, 2, 3, 4, 5].map(corner).join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The hex under a point of the sheet; none beyond the map's edge. */
export function hexAt(grid: Grid, p: Pt): number | undefined {
  const column = Math.round(p.x / (RADIUS * 1.5));
  const row = Math.round(p.y / (2 * HALF));
  let best: { column: number; row: number; d: number } | undefined;
  for (let c = column - 1; c <= column + 1; c++) {
    for (let r = row - 1; r <= row + 1; r++) {
      const at = cellCentre(c, r);
      const d = Math.hypot(at.x - p.x, at.y - p.y);
      if (!best || d < best.d) best = { column: c, row: r, d };
    }
  }
  if (!best || best.column < 0 || best.row < 0 || best.column >= grid.columns || best.row >= grid.rows) return undefined;
  return best.row * grid.columns + best.column;
}

/** The neighbour of a hex in a direction: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW. */
export function neighbour(grid: Grid, hex: number, direction: number): number | undefined {
  const { column, row } = cell(grid, hex);
  const lower = column & 1;
  const steps: [number, number][] = [
    [0, -1],
    [1, lower - 1],
    [1, lower],
    [0, 1],
    [-1, lower],
    [-1, lower - 1],
  ];
  const [dc, dr] = steps[direction % 6] ?? [0, 0];
  const c = column + dc;
  const r = row + dr;
  return c < 0 || r < 0 || c >= grid.columns || r >= grid.rows ? undefined : r * grid.columns + c;
}

/** How many hexes apart two hexes are. */
export function distance(grid: Grid, a: number, b: number): number {
  const cube = (hex: number) => {
    const { column, row } = cell(grid, hex);
    const z = row - (column - (column & 1)) / 2;
    return { x: column, z, y: -column - z };
  };
  const p = cube(a);
  const q = cube(b);
  return Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y), Math.abs(p.z - q.z));
}

/** The number printed in a hex: column and row, from 01. */
export function hexLabel(grid: Grid, hex: number): string {
  const { column, row } = cell(grid, hex);
  const two = (n: number) => String(n).padStart(2, '0');
  return two(column + 1) + two(row + 1);
}

/** The rectangle that the ground fills, as in the engraver's picture. */
export function panel(grid: Grid): { x: number; y: number; w: number; h: number } {
  const lower = grid.columns > 1 ? 1 : 0;
  const grow = 14;
  return {
    x: -RADIUS - grow,
    y: -HALF - grow,
    w: (grid.columns - 1) * RADIUS * 1.5 + 2 * RADIUS + 2 * grow,
    h: (grid.rows * 2 + lower) * HALF + 2 * grow,
  };
}
