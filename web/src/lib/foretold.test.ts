import { describe, expect, it } from 'vitest';
import { abridged, certain, foretold, headline, supposed, sure } from './foretold';
import type * as W from './wire';

const rows = (n: number): W.Chance[] =>
  Array.from({ length: n }, (_, i) => ({
    text: `end ${i}`,
    permille: Math.round(1000 / n),
    exact: `1/${n}`,
  }));

function preview(near: number, ends: number, throws: number, assumed: boolean): W.Preview {
  return {
    label: '',
    near: rows(near),
    ends: rows(ends),
    things: [],
    complete: true,
    covered: 1000,
    sums: [],
    decides: [],
    drawn: [],
    throws: Array<string>(throws).fill('rally'),
    later: [],
    veiled: false,
    assumed,
    rehearsed: false,
  };
}

describe('what is foretold of an answer', () => {
  it('has chances wherever dice fall', () => {
    for (const assumed of [true, false])
      for (const near of [1, 2])
        for (const ends of [1, 2]) {
          const shown = foretold(preview(near, ends, 1, assumed));
          expect(
            shown.near.length + shown.ends.length,
            `near ${near}, ends ${ends}, assumed ${assumed}`,
          ).toBeGreaterThan(0);
        }
  });

  it('leads with what the dice decide', () => {
    expect(foretold(preview(1, 3, 1, true))).toEqual({ near: [], ends: rows(3) });
    expect(foretold(preview(2, 3, 1, true))).toEqual({ near: rows(2), ends: rows(3) });
    expect(foretold(preview(3, 3, 1, false))).toEqual({ near: rows(3), ends: [] });
  });

  it('has none where nothing is thrown and all goes one way', () => {
    expect(foretold(preview(1, 1, 0, false))).toEqual({ near: [], ends: [] });
  });
});

describe('what is announced', () => {
  it('is told by the odds of its fight, and says what they take for granted', () => {
    const charge = { ...preview(1, 4, 0, true), rehearsed: true };
    expect(supposed(charge)).toBe('preview.fought');
    expect(supposed(preview(1, 4, 0, true))).toBe('preview.assumed');
    expect(certain(charge)).toBe(false);
    expect(foretold(charge)).toEqual({ near: [], ends: rows(4) });
  });
});

describe('a list that is too long', () => {
  it('keeps the likely end that nothing changes, behind what may change', () => {
    const seldom = rows(40);
    const quiet = { text: 'otherwise nothing changes', permille: 900, exact: '9/10' };
    expect(abridged([...seldom, quiet], 8)).toEqual({ lead: seldom.slice(0, 8), more: 32, rest: quiet });
    expect(abridged([seldom[0]!, quiet], 8)).toEqual({ lead: [seldom[0]], more: 0, rest: quiet });
    expect(abridged(rows(2), 8)).toEqual({ lead: rows(2), more: 0, rest: undefined });
    expect(abridged([], 8)).toEqual({ lead: [], more: 0, rest: undefined });
  });
});

describe('what is certain of an answer', () => {
  it('is what neither dice nor decisions can change', () => {
    expect(certain(preview(1, 1, 0, false))).toBe(true);
    expect(certain(preview(1, 1, 1, false))).toBe(false);
    expect(certain(preview(2, 2, 0, false))).toBe(false);
    expect(certain({ ...preview(1, 1, 0, false), complete: false })).toBe(false);
    // Nothing is thrown before somebody decides, but then it is.
    expect(certain({ ...preview(1, 1, 0, false), later: ['mêlée'] })).toBe(false);
    // One end only, but it takes a further decision for the least.
    expect(certain(preview(1, 1, 0, true))).toBe(false);
  });
  it('is told only as far as it goes before somebody decides', () => {
    const near = [{ text: 'II to 0904', permille: 1000, exact: '1' }];
    const assumed = { ...preview(1, 1, 0, true), near };
    expect(sure(assumed)).toEqual({ end: near[0], until: true });
    expect(foretold(assumed).ends).toEqual(assumed.ends);
    expect(sure(preview(1, 1, 0, false))?.until).toBe(false);
    expect([sure(preview(1, 2, 0, false)), sure(preview(1, 1, 1, true))]).toEqual([undefined, undefined]);
  });
});

describe('the headline', () => {
  const thing = (name: string, ...chances: [string, number][]) => ({
    name,
    chances: chances.map(([text, permille]) => ({ text, permille, exact: '' })),
  });
  const long: W.Preview = {
    ...preview(2, 2, 1, true),
    things: [
      thing('III', ['acts under orders', 1], ['unchanged', 999]),
      thing('I', ['to 0904', 500], ['unchanged', 500]),
      thing('II', ['routed', 500], ['disordered', 200], ['unchanged', 300]),
    ],
  };
  const names = (preview: W.Preview) => headline(preview).map(({ name }) => name);

  it('says what may become of each, first of those to whom the most may happen', () => {
    expect(names(long)).toEqual(['II', 'I']);
  });

  it('is not needed where a few rows say all, or nothing is thrown', () => {
    expect(names({ ...long, assumed: false, ends: [] })).toEqual([]);
    expect(names({ ...long, throws: [] })).toEqual([]);
  });

  it('says of what seldom changes at least something', () => {
    expect(names({ ...long, things: long.things.slice(0, 1) })).toEqual(['III']);
  });
});
