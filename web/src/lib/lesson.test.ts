import { describe, expect, it } from 'vitest';
import { lessonOf } from './lesson';
import type { Question, VerbData } from './wire';

const LESSONS = [
  { turn: 1, key: 'move.unit', title: 'Which unit moves?', text: '' },
  { turn: 2, key: 'move.unit', title: 'Charge!', text: '' },
  { turn: 1, key: 'move.step', verb: 'charge', title: 'They can charge', text: '' },
];
const VERBS = [{ word: 'go' }, { word: 'charge' }] as VerbData[];
const asked = (side: number, key = 'move.unit', verb = 0) =>
  ({ side, key, groups: [{ verb }] }) as unknown as Question;
const due = (question: Question | undefined, turn: number, seen: string[]) =>
  lessonOf(LESSONS, question, VERBS, turn, seen)?.title;

describe('a lesson', () => {
  it('comes with its question, in its turn, once', () => {
    expect(due(asked(0), 1, [])).toBe('Which unit moves?');
    expect(due(asked(0), 1, ['Which unit moves?'])).toBeUndefined();
    expect(due(asked(0), 2, ['Which unit moves?'])).toBe('Charge!');
    expect(due(asked(0, 'move.to'), 2, [])).toBeUndefined();
    expect(due(undefined, 2, [])).toBeUndefined();
  });
  it('waits for an answer of its verb', () => {
    expect(due(asked(0, 'move.step'), 1, [])).toBeUndefined();
    expect(due(asked(0, 'move.step', 1), 1, [])).toBe('They can charge');
  });
  it('is not read to a friend at the other side', () => {
    expect(due(asked(1), 1, [])).toBeUndefined();
  });
});
