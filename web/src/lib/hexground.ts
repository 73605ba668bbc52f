// A ground of flat-topped hexes in columns, every second one half a hex lower: the same units as the engraver's pictures, 100 from vertex to
// vertex of a hex, y downwards. Nothing else on the page knows hexes.

import type { Box, Pt } from './camera';
import { polar } from './facings';
import type { Ground, Step } from './ground';

export const RADIUS = 50;
export const HALF = 43.30127018922193;
/** How far the panel reaches beyond the hexes, as in the engraver's picture. */
const MARGIN = 14;

/** What the geometry must know of a map. */
export interface Grid {
  name?: string;
  columns: number;
  rows: number;
}

interface Cell {
  column: number;
  row: number;
}

export class HexGround implements Ground {
  readonly name: string;
  readonly panel: Box;
  private readonly columns: number;
  private readonly rows: number;

  constructor({ name = '', columns, rows }: Grid) {
    this.name = name;
    this.columns = columns;
    this.rows = rows;
    const lower = columns > 1 ? 1 : 0;
    this.panel = {
      x: -RADIUS - MARGIN,
      y: -HALF - MARGIN,
      w: (columns - 1) * RADIUS * 1.5 + 2 * RADIUS + 2 * MARGIN,
      h: (rows * 2 + lower) * HALF + 2 * MARGIN,
    };
  }

  /** Column and row of a hex, from 0. */
  private cell(hex: number): Cell {
    return { column: hex % this.columns, row: Math.floor(hex / this.columns) };
  }

  private hexOf({ column, row }: Cell): number | undefined {
    const onMap = column >= 0 && row >= 0 && column < this.columns && row < this.rows;
    return onMap ? row * this.columns + column : undefined;
  }

  centre(hex: number): Pt {
    return middle(this.cell(hex));
  }

  outline(hex: number, inset = 0): string {
    const at = this.centre(hex);
    return [30, 90, 150, 210, 270, 330].map((degrees) => corner(at, degrees, RADIUS - inset)).join(' ');
  }

  at(point: Pt): number | undefined {
    const column = Math.round(point.x / (RADIUS * 1.5));
    const row = Math.round(point.y / (2 * HALF));
    const near = [-1, 0, 1].flatMap((c) => [-1, 0, 1].map((r) => ({ column: column + c, row: row + r })));
    const far = (cell: Cell) => Math.hypot(middle(cell).x - point.x, middle(cell).y - point.y);
    return this.hexOf(near.reduce((best, cell) => (far(cell) < far(best) ? cell : best)));
  }

  /** The neighbour of a hex in a direction: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW. */
  neighbour(hex: number, direction: number): number | undefined {
    const { column, row } = this.cell(hex);
    const lower = column & 1;
    const steps = [
      [0, -1],
      [1, lower - 1],
      [1, lower],
      [0, 1],
      [-1, lower],
      [-1, lower - 1],
    ] as const;
    const [dc, dr] = steps[direction % 6] ?? [0, 0];
    return this.hexOf({ column: column + dc, row: row + dr });
  }

  /** Left and right go along a row: down to the lower column and up again. */
  step(hex: number, step: Step): number | undefined {
    const high = this.cell(hex).column % 2 === 0;
    const directions: Record<Step, number> = { up: 0, down: 3, right: high ? 2 : 1, left: high ? 4 : 5 };
    return this.neighbour(hex, directions[step]);
  }

  label(hex: number): string {
    const { column, row } = this.cell(hex);
    const two = (n: number) => String(n).padStart(2, '0');
    return two(column + 1) + two(row + 1);
  }

  front(hex: number, degrees: number): string {
    const at = this.centre(hex);
    const edge: [number, number][] = [
      [-58, RADIUS],
      [-45, 125],
      [0, 150],
      [45, 125],
      [58, RADIUS],
    ];
    return [
      `${round(at.x)},${round(at.y)}`,
      ...edge.map(([off, radius]) => corner(at, degrees + off, radius)),
    ].join(' ');
  }
}

function middle({ column, row }: Cell): Pt {
  return { x: column * RADIUS * 1.5, y: (row * 2 + (column & 1)) * HALF };
}

function corner(at: Pt, degrees: number, radius: number): string {
  const v = polar(degrees, radius);
  return `${round(at.x + v.x)},${round(at.y + v.y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
