import { expect, it } from 'vitest';
import { board, counter, position } from './board.fixture';
import { Placements } from './choices';
import { diceOf, resultsOf } from './results';
import type * as W from './wire';

const NOW = new Placements(position(counter('u0', 5), counter('u2', 6)), board());
let at = 0;
const entry = (text: string, facts: W.LogEntry['facts'] = {}, opens?: W.Heading): W.LogEntry => ({
  at: at++,
  rule: '1',
  key: 'x',
  text,
  facts,
  ...(opens ? { opens } : {}),
});
const die = (number: number) => ({ die: { number } });
const texts = (entries: W.LogEntry[]) =>
  resultsOf(entries, NOW).map(({ entry, place, after }) => [
    entry.text,
    place,
    after.map(({ text }) => text),
  ]);

it('a throw has what followed, until something else is thrown or begun', () => {
  expect(
    texts([
      entry('announced', { hex: { point: 'h3' } }),
      entry('fires', { ...die(3), unit: { point: 'u0' }, hex: { point: 'h6' } }),
      entry('falls into disorder'),
      entry('tests', { ...die(0), unit: { point: 'u2' } }),
      entry('goes back'),
      entry('turns', {}, 'section'),
      entry('goes'),
    ]),
  ).toEqual([
    ['fires', 6, ['falls into disorder']],
    ['tests', 6, ['goes back']],
  ]);
});

it('the next unit’s acts do not follow from a throw before them', () => {
  const far = new Placements(position(counter('u0', 5), counter('u2', 6), counter('u4', 40)), board());
  const found = resultsOf(
    [
      entry('fires', { ...die(3), unit: { point: 'u0' }, hex: { point: 'h6' } }),
      entry('loses a step', { unit: { point: 'u2' } }),
      entry('goes elsewhere', { unit: { point: 'u4' }, from: { point: 'h39' }, hex: { point: 'h40' } }),
      entry('and halts', { unit: { point: 'u4' } }),
    ],
    far,
  );
  expect(found.map(({ after }) => after.map(({ text }) => text))).toEqual([['loses a step']]);
});

it('a throw that happened nowhere has no card, nor has what followed', () => {
  expect(texts([entry('initiative', { ...die(3), side: { point: 's0' } }), entry('won')])).toEqual([]);
});

it('dice that are read together are seen one by one', () => {
  expect(diceOf(entry('', { dice: { number: 62 } }))).toEqual(['6', '2']);
  expect(diceOf(entry('', die(10)))).toEqual(['10']);
  expect(diceOf(entry('', { total: { number: 3 } }))).toEqual([]);
});
