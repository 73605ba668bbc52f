// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { read } from '../../lib/board.fixture';
import { Placements } from '../../lib/choices';
import { degreesOf, facingName, unusual } from '../../lib/declared';
import { groundOf } from '../../lib/ground';
import { HALF } from '../../lib/hexground';
import { stacked } from '../../lib/stacks';
import type { Board, Position } from '../../lib/wire';
import Counters from './Counters.svelte';

// What the server gives of a rulebook with lines of two hexes that face a hexside, and with hidden strengths.
const { board, position } = JSON.parse(read('./fixtures/drill.json')) as { board: Board; position: Position };
const ground = groundOf(board);
const drawn = stacked(new Placements(position, board), ground, board);
const line = drawn.find(({ counter }) => counter.at.length === 2 && counter.state === 'shaken')!;

vi.stubGlobal('matchMedia', () => ({ matches: true }));

let shown: ReturnType<typeof mount> | undefined;

function show(): Map<string, Element> {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  document.body.append(svg);
  shown = mount(Counters, { target: svg, props: { counters: drawn, board } });
  flushSync();
  return new Map([...svg.querySelectorAll('.counter')].map((one) => [one.getAttribute('data-id')!, one]));
}

describe('counters of a book with lines of two hexes', () => {
  afterEach(() => {
    if (shown) void unmount(shown);
    shown = undefined;
    document.body.replaceChildren();
  });

  it('are drawn once each, a line between its two neighbouring hexes', () => {
    const on = position.counters.filter(({ at }) => at.length > 0);
    expect([...show().keys()].sort()).toEqual(on.map(({ id }) => id).sort());
    const [a, b] = line.counter.at.map((hex) => ground.centre(hex)) as [
      { x: number; y: number },
      { x: number; y: number },
    ];
    expect([line.x, line.y]).toEqual([(a.x + b.x) / 2, (a.y + b.y) / 2]);
    expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(2 * HALF);
  });

  it('look at the hexside that they face', () => {
    const facing = line.counter.facing!;
    expect(degreesOf(facing, board)).toBe(60 * facing);
    expect(['N', 'NE', 'SE', 'S', 'SW', 'NW']).toContain(facingName(facing, board));
    const turned = show().get(line.counter.id)!.innerHTML;
    expect(turned).toContain(`rotate(${degreesOf(facing, board)})`);
  });

  it('wear the look of their state, which has its name from the board', () => {
    expect(unusual(line.counter, board)).toBe('shaken');
    const all = show();
    const stripe = (id: string) => all.get(id)!.querySelector('path[fill="var(--face-white)"]') !== null;
    for (const { counter } of drawn) expect(stripe(counter.id)).toBe(counter.state === 'shaken');
  });

  it('tell a strength only where the viewer knows it', () => {
    const all = show();
    for (const { counter, card } of drawn) {
      const strength = all.get(counter.id)!.querySelector('.strength')!.textContent;
      expect(strength).toBe(counter.strength);
      if (card.side === 0) expect(strength).toMatch(/^\d+$/);
    }
    expect(drawn.some(({ counter }) => counter.strength === '?')).toBe(true);
  });
});
