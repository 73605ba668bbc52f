import { describe, expect, it } from 'vitest';
import { fit, hold, leastScale, MOST_SCALE, reveal, toScreen, toSheet, zoom } from './camera';

const SHEET = { x: -60, y: -60, w: 1200, h: 900 };
const SCREEN = { w: 800, h: 600 };

describe('the camera', () => {
  it('fits a box into the middle of the screen', () => {
    const camera = fit(SHEET, SCREEN);
    const [a, b] = [toScreen(camera, { x: -60, y: -60 }), toScreen(camera, { x: 1140, y: 840 })];
    expect(a.x).toBeCloseTo(0);
    expect(a.y).toBeCloseTo(0);
    expect(b.x).toBeCloseTo(800);
    expect(b.y).toBeCloseTo(600);
    expect(fit({ x: 0, y: 0, w: 1, h: 1 }, SCREEN).scale).toBe(MOST_SCALE);
    expect(fit(SHEET, SCREEN, 0.2).scale).toBe(0.2);
  });

  it('goes from screen to sheet and back', () => {
    const camera = { scale: 0.7, x: 31, y: -12 };
    const p = toSheet(camera, toScreen(camera, { x: 123, y: 45 }));
    expect(p.x).toBeCloseTo(123);
    expect(p.y).toBeCloseTo(45);
  });

  it('zooms around what is under the finger, within bounds', () => {
    const camera = { scale: 0.5, x: 10, y: 20 };
    const finger = { x: 300, y: 200 };
    const under = toSheet(camera, finger);
    const nearer = zoom(camera, 1.7, finger, 0.1);
    expect(toSheet(nearer, finger).x).toBeCloseTo(under.x);
    expect(toSheet(nearer, finger).y).toBeCloseTo(under.y);
    expect(zoom(camera, 1000, finger, 0.1).scale).toBe(MOST_SCALE);
    expect(zoom(camera, 0.0001, finger, leastScale(SHEET, SCREEN)).scale).toBe(leastScale(SHEET, SCREEN));
  });

  it('never loses the sheet', () => {
    for (const [x, y] of [
      [99999, 0],
      [-99999, 0],
      [0, 99999],
      [0, -99999],
    ] as const) {
      const held = hold({ scale: 1, x, y }, SHEET, SCREEN);
      const [a, b] = [
        toScreen(held, { x: SHEET.x, y: SHEET.y }),
        toScreen(held, { x: SHEET.x + SHEET.w, y: SHEET.y + SHEET.h }),
      ];
      expect(a.x < SCREEN.w && b.x > 0 && a.y < SCREEN.h && b.y > 0).toBe(true);
    }
    const still = { scale: 1, x: 5, y: 6 };
    expect(hold(still, SHEET, SCREEN)).toEqual(still);
  });

  it('moves only as far as it must to show a point', () => {
    const camera = { scale: 1, x: 0, y: 0 };
    expect(reveal(camera, { x: 400, y: 300 }, SCREEN)).toEqual(camera);
    const moved = reveal(camera, { x: 1000, y: -50 }, SCREEN);
    const at = toScreen(moved, { x: 1000, y: -50 });
    expect(at).toEqual({ x: 710, y: 90 });
  });
});
