import { describe, expect, it } from 'vitest';
import { hit } from './hit';
import { centre, towards, wedge } from './geometry';

const element = (marks: Record<string, Record<string, string>>) => ({ closest: (selector: string) => (marks[selector] ? { dataset: marks[selector] } : null) });
const arrow = element({ 'svg [data-choice]': { choice: '7' } });
const counter = element({ '[data-id]': { id: 'u3', hex: '45' } });
const ground = element({});

describe('a click on the map', () => {
  it('means the counter, where an arrow reaches over it', () => {
    expect(hit([arrow, counter, ground])).toEqual({ counter: { id: 'u3', hex: 45 } });
  });
  it('means the arrow where it lies alone', () => {
    expect(hit([arrow, ground])).toEqual({ arrow: 7 });
    expect(hit([ground])).toEqual({});
  });
});

describe('the wedge of a facing', () => {
  it('lies over the two hexes in front, and over no other', () => {
    const grid = { columns: 9, rows: 9 };
    const hex = 40;
    const corners = wedge(grid, hex, 1).split(' ').map((pair) => pair.split(',').map(Number) as [number, number]);
    const inside = (x: number, y: number) => {
      let odd = false;
      corners.forEach(([ax, ay], i) => {
        const [bx, by] = corners[(i + 1) % corners.length]!;
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
      });
      return odd;
    };
    const middle = centre(grid, hex);
    // Facing 1 looks at the vertex due east: in front lie the neighbours to the north-east and to the south-east.
    const beside = (degrees: number) => ({ x: middle.x + Math.sin((degrees * Math.PI) / 180) * 86.6, y: middle.y - Math.cos((degrees * Math.PI) / 180) * 86.6 });
    const fronts = [0, 60, 120, 180, 240, 300].filter((degrees) => inside(beside(degrees).x, beside(degrees).y));
    expect(fronts).toEqual([60, 120]);
    expect(towards(1).x).toBeCloseTo(50);
  });
});
