import { describe, expect, it } from 'vitest';
import { prefs } from './prefs.svelte';
import { Viewport } from './viewport.svelte';

const SHEET = { x: 0, y: 0, w: 4000, h: 3000 };
const PHONE = { w: 390, h: 400 };

/** A viewport that shows its whole sheet, and moves without gliding. */
function shown(screen = { w: 800, h: 600 }, places: { x: number; y: number }[] = []): Viewport {
  prefs.stillness = true;
  const viewport = new Viewport(SHEET);
  expect(viewport.resize(screen)).toBe(true);
  viewport.home(SHEET, places);
  return viewport;
}

describe('the viewport', () => {
  it('shows the whole map, or on a small screen what can be read around the counters', () => {
    const wide = shown({ w: 2000, h: 1500 });
    expect(wide.toScreen({ x: 4000, y: 3000 })).toEqual({ x: 2000, y: 1500 });
    const small = shown(PHONE, [
      { x: 3000, y: 2000 },
      { x: 3200, y: 2100 },
    ]);
    expect(small.camera.scale).toBeGreaterThanOrEqual(0.42);
    const at = small.toScreen({ x: 3100, y: 2050 });
    expect([at.x, at.y].map(Math.round)).toEqual([195, 200]);
    expect(shown(PHONE).camera.scale, 'no counters').toBeLessThan(0.42);
  });

  it('is told its place only once, and not by a hidden page', () => {
    const viewport = new Viewport(SHEET);
    expect(viewport.resize({ w: 0, h: 600 })).toBe(false);
    expect(viewport.resize(PHONE)).toBe(true);
    viewport.home(SHEET, []);
    expect(viewport.resize({ w: 500, h: 400 })).toBe(false);
    expect(viewport.screen).toEqual({ w: 500, h: 400 });
  });

  it('brings the first of several points into view, unless one of them is seen', () => {
    const viewport = shown(PHONE, [{ x: 3000, y: 2000 }]);
    const before = viewport.camera;
    viewport.showAny([
      { x: 0, y: 0 },
      { x: 3000, y: 2000 },
    ]);
    expect(viewport.camera).toEqual(before);
    viewport.showAny([]);
    expect(viewport.camera).toEqual(before);
    viewport.showAny([{ x: 500, y: 500 }]);
    const at = viewport.toScreen({ x: 500, y: 500 });
    expect(at.x > 0 && at.y > 0 && at.x < PHONE.w && at.y < PHONE.h).toBe(true);
    expect([viewport.isLeft({ x: 0, y: 0 }), viewport.isLeft({ x: 4000, y: 0 })]).toEqual([true, false]);
  });

  it('brings several points into view, the first at any rate, and does not stir where all are seen', () => {
    const viewport = shown(PHONE, [{ x: 3000, y: 2000 }]);
    const before = viewport.camera;
    const seen = (x: number, y: number) => {
      const at = viewport.toScreen({ x, y });
      return at.x > 0 && at.y > 0 && at.x < PHONE.w && at.y < PHONE.h;
    };
    viewport.showAll([]);
    viewport.showAll([
      { x: 3000, y: 2000 },
      { x: 3050, y: 2050 },
    ]);
    expect(viewport.camera).toEqual(before);
    viewport.showAll([
      { x: 500, y: 500 },
      { x: 700, y: 550 },
    ]);
    expect([seen(500, 500), seen(700, 550), seen(3000, 2000)]).toEqual([true, true, false]);
    viewport.showAll([
      { x: 500, y: 500 },
      { x: 3900, y: 2900 },
    ]);
    expect([seen(500, 500), seen(3900, 2900)]).toEqual([true, false]);
  });

  it('shows nothing before it has its place', () => {
    const viewport = new Viewport(SHEET);
    const before = viewport.camera;
    viewport.show({ x: 4000, y: 3000 });
    expect(viewport.camera).toEqual(before);
  });
});
