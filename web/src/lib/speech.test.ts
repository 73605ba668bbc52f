import { afterEach, describe, expect, it } from 'vitest';
import { board, counter, position } from './board.fixture';
import { Placements } from './choices';
import { prefs } from './prefs.svelte';
import { cardOf, describeCounter, describeHex } from './speech';

const BOARD = board();

afterEach(() => (prefs.language = 'en'));

describe('what is said', () => {
  it('of a counter: side, name, kind, strength, facing, and what is unusual', () => {
    expect(describeCounter(counter('u0', 5, { facing: 2 }), BOARD)).toBe(
      'French A, infantry, strength 4, 4-6-5, faces SE',
    );
    expect(describeCounter(counter('u3', 5, { state: 'routed', badges: ['fired'] }), BOARD)).toBe(
      'Prussians D, light cavalry, strength 4, 4-6-5, routed, has fired',
    );
    expect(describeCounter(counter('u99', 5), BOARD)).toBe('');
    expect([cardOf('l0', BOARD)?.name, cardOf('u1', BOARD)?.name]).toEqual(['L', 'B']);
  });

  it('of a hex: where it is, what it is worth, who stands there, what can be done', () => {
    const now = position(counter('u0', 5));
    const placements = new Placements(now, BOARD);
    const hill = describeHex(
      1,
      BOARD,
      now,
      placements,
      { hex: 1, meaning: 'go', choices: [{ index: 0, verb: 0, points: ['h1'] }] },
      '2',
      'look here',
    );
    for (const part of [
      '0201',
      'Hill',
      'height 2',
      'worth 5 points, held by nobody',
      'no units',
      '1 answer here, cost 2',
      'your note: look here',
    ])
      expect(hill).toContain(part);
    const full = describeHex(5, BOARD, now, placements);
    expect(full).toContain('French A');
    expect(full).not.toContain('no units');
    expect(describeHex(1, BOARD, { ...now, holders: [1] }, placements)).toContain('held by Prussians');
  });

  it('in the language of the page', () => {
    prefs.language = 'fr';
    expect(describeCounter(counter('u0', 5), BOARD)).toContain('force 4');
  });
});
