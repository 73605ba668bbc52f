import { describe, expect, it } from 'vitest';
import { cell, centre, distance, HALF, hexAt, hexLabel, neighbour, outline, panel, RADIUS, towards, turned } from './geometry';

const GRID = { columns: 7, rows: 5 };
const ALL = Array.from({ length: GRID.columns * GRID.rows }, (_, hex) => hex);

describe('hexes', () => {
  it('are numbered row by row, and labelled by column and row from 01', () => {
    expect(cell(GRID, 9)).toEqual({ column: 2, row: 1 });
    expect(hexLabel(GRID, 9)).toBe('0302');
    expect(hexLabel({ columns: 40, rows: 40 }, 40 * 39 + 39)).toBe('4040');
  });

  it('are found again under their middles and a little beside', () => {
    for (const hex of ALL) {
      const at = centre(GRID, hex);
      for (const [dx, dy] of [[0, 0], [30, 0], [-30, 0], [0, 40], [0, -40], [20, 30]] as const) {
        expect(hexAt(GRID, { x: at.x + dx, y: at.y + dy })).toBe(hex);
      }
    }
    expect(hexAt(GRID, { x: -80, y: 0 })).toBeUndefined();
    expect(hexAt(GRID, { x: 0, y: 5 * 2 * HALF })).toBeUndefined();
  });

  it('have neighbours at a distance of one, and back again', () => {
    for (const hex of ALL) {
      for (let direction = 0; direction < 6; direction++) {
        const other = neighbour(GRID, hex, direction);
        if (other === undefined) continue;
        expect(distance(GRID, hex, other)).toBe(1);
        expect(neighbour(GRID, other, direction + 3)).toBe(hex);
        const [a, b] = [centre(GRID, hex), centre(GRID, other)];
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(2 * HALF);
      }
    }
    expect(neighbour(GRID, 0, 0)).toBeUndefined();
    expect(neighbour(GRID, 0, 4)).toBeUndefined();
  });

  it('are as far apart as the fewest steps between them', () => {
    for (const start of [0, 10, 17, 34]) {
      const steps = new Map([[start, 0]]);
      for (const hex of steps.keys()) {
        for (let direction = 0; direction < 6; direction++) {
          const other = neighbour(GRID, hex, direction);
          if (other !== undefined && !steps.has(other)) steps.set(other, steps.get(hex)! + 1);
        }
      }
      for (const hex of ALL) expect(distance(GRID, start, hex)).toBe(steps.get(hex));
    }
  });
});

describe('the sheet', () => {
  it('has facings at the vertices, clockwise from NE', () => {
    expect(towards(0).x).toBeCloseTo(RADIUS / 2);
    expect(towards(0).y).toBeCloseTo(-HALF);
    expect(towards(1).x).toBeCloseTo(RADIUS);
    expect(towards(1).y).toBeCloseTo(0);
    expect([turned(0), turned(3)]).toEqual([30, 210]);
  });

  it('draws a hex inside of its panel', () => {
    const box = panel(GRID);
    for (const hex of ALL) {
      const corners = outline(GRID, hex).split(' ').map((pair) => pair.split(',').map(Number));
      expect(corners).toHaveLength(6);
      for (const [x = 0, y = 0] of corners) {
        expect(x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h).toBe(true);
      }
    }
  });
});
