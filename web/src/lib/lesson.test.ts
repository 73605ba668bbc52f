import { describe, expect, it } from 'vitest';
import { lessonOf } from './lesson';
import type { Question } from './wire';

const LESSONS = [
  { turn: 1, key: 'move.unit', title: 'Which unit moves?', text: '' },
  { turn: 2, key: 'move.unit', title: 'Charge!', text: '' },
];
const asked = (side: number, key = 'move.unit') => ({ side, key }) as Question;

describe('a lesson', () => {
  it('comes with its question, in its turn, once', () => {
    expect(lessonOf(LESSONS, asked(0), 1, [])?.title).toBe('Which unit moves?');
    expect(lessonOf(LESSONS, asked(0), 1, ['Which unit moves?'])).toBeUndefined();
    expect(lessonOf(LESSONS, asked(0), 2, ['Which unit moves?'])?.title).toBe('Charge!');
    expect(lessonOf(LESSONS, asked(0, 'move.to'), 2, [])).toBeUndefined();
    expect(lessonOf(LESSONS, undefined, 2, [])).toBeUndefined();
  });
  it('is not read to a friend at the other side', () => {
    expect(lessonOf(LESSONS, asked(1), 1, [])).toBeUndefined();
  });
});
