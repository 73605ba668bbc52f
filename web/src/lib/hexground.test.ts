import { describe, expect, it } from 'vitest';
import { polar } from './facings';
import { HALF, HexGround, RADIUS } from './hexground';

const GRID = new HexGround({ columns: 7, rows: 5 });
const ALL = Array.from({ length: 35 }, (_, hex) => hex);
const points = (polygon: string) =>
  polygon.split(' ').map((pair) => pair.split(',').map(Number) as [number, number]);

describe('hexes', () => {
  it('are numbered row by row, and labelled by column and row from 01', () => {
    expect(GRID.label(9)).toBe('0302');
    expect(new HexGround({ columns: 40, rows: 40 }).label(40 * 39 + 39)).toBe('4040');
  });

  it('are found again under their middles and a little beside', () => {
    for (const hex of ALL) {
      const at = GRID.centre(hex);
      for (const [dx, dy] of [
        [0, 0],
        [30, 0],
        [-30, 0],
        [0, 40],
        [0, -40],
        [20, 30],
      ] as const) {
        expect(GRID.at({ x: at.x + dx, y: at.y + dy })).toBe(hex);
      }
    }
    expect(GRID.at({ x: -80, y: 0 })).toBeUndefined();
    expect(GRID.at({ x: 0, y: 5 * 2 * HALF })).toBeUndefined();
  });

  it('have neighbours a hex away, and back again', () => {
    for (const hex of ALL) {
      for (let direction = 0; direction < 6; direction++) {
        const other = GRID.neighbour(hex, direction);
        if (other === undefined) continue;
        expect(GRID.neighbour(other, direction + 3)).toBe(hex);
        const [a, b] = [GRID.centre(hex), GRID.centre(other)];
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(2 * HALF);
        const degrees = (Math.atan2(b.x - a.x, a.y - b.y) * 180) / Math.PI;
        expect((degrees + 360) % 360).toBeCloseTo(60 * direction);
      }
    }
    expect(GRID.neighbour(0, 0)).toBeUndefined();
    expect(GRID.neighbour(0, 4)).toBeUndefined();
  });

  it('are gone through by arrow keys: up and down a column, left and right along a row', () => {
    expect([GRID.step(8, 'up'), GRID.step(8, 'down')]).toEqual([1, 15]);
    for (const step of ['right', 'left'] as const) {
      const row = [step === 'right' ? 14 : 20];
      for (let next = GRID.step(row[0]!, step); next !== undefined; next = GRID.step(next, step))
        row.push(next);
      expect(row).toEqual(step === 'right' ? [14, 15, 16, 17, 18, 19, 20] : [20, 19, 18, 17, 16, 15, 14]);
    }
    expect(GRID.step(2, 'up')).toBeUndefined();
  });
});

describe('the sheet', () => {
  it('has its directions clockwise from the north', () => {
    expect(polar(30, RADIUS).x).toBeCloseTo(RADIUS / 2);
    expect(polar(30, RADIUS).y).toBeCloseTo(-HALF);
    expect(polar(90, RADIUS).x).toBeCloseTo(RADIUS);
    expect(polar(90, RADIUS).y).toBeCloseTo(0);
  });

  it('draws a hex inside of its panel', () => {
    const box = GRID.panel;
    for (const hex of ALL) {
      const corners = points(GRID.outline(hex));
      expect(corners).toHaveLength(6);
      for (const [x, y] of corners)
        expect(x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h).toBe(true);
    }
  });
});

describe('the front of a facing', () => {
  it('lies over the two hexes in front, and over no other', () => {
    const grid = new HexGround({ columns: 9, rows: 9 });
    const corners = points(grid.front(40, 90));
    const inside = (x: number, y: number) => {
      let odd = false;
      corners.forEach(([ax, ay], i) => {
        const [bx, by] = corners[(i + 1) % corners.length]!;
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
      });
      return odd;
    };
    const middle = grid.centre(40);
    // Who looks due east has before them the neighbours to the north-east and to the south-east.
    const fronts = [0, 60, 120, 180, 240, 300].filter((degrees) =>
      inside(middle.x + polar(degrees, 86.6).x, middle.y + polar(degrees, 86.6).y),
    );
    expect(fronts).toEqual([60, 120]);
  });
});
