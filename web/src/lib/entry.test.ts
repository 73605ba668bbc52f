import { describe, expect, it } from 'vitest';
import { filtered, kindsOf } from './entry';
import type { LogEntry } from './wire';

const entry = (at: number, key: string, facts: LogEntry['facts'] = {}): LogEntry => ({
  at,
  rule: '1',
  key,
  text: String(at),
  facts,
});

describe('the entries of a log', () => {
  const log = [
    entry(0, 'fire.result', { unit: { point: 'u3' }, die: { number: 4 } }),
    entry(1, 'firework.burst', { unit: { point: 'u1' }, cause: { word: 'u3' } }),
    entry(2, 'fire.none', { unit: { point: 'u1' }, target: { point: 'u3' } }),
  ];
  const left = (unit: string, kind: string) => filtered(log, { unit, kind }).map(({ at }) => at);

  it('have the kinds of their keys, each once', () => {
    expect(kindsOf(log)).toEqual(['fire', 'firework']);
  });

  it('are chosen by unit and by kind', () => {
    expect(left('', '')).toEqual([0, 1, 2]);
    expect(left('u3', '')).toEqual([0, 2]);
    expect(left('', 'fire')).toEqual([0, 2]);
    expect(left('u1', 'fire')).toEqual([2]);
  });
});
