// Which lesson of a tutorial is read with a question.

import type { Lesson, Question } from './wire';

/** Lessons speak to the first side; whoever sits at another learns nothing from them. */
const LEARNER = 0;

/** The lesson to be read as a question comes up to a side. */
export function lessonOf(
  lessons: Lesson[],
  question: Question | undefined,
  turn: number,
  seen: string[],
): Lesson | undefined {
  if (question?.side !== LEARNER) return undefined;
  return lessons.find((l) => l.key === question.key && l.turn <= turn && !seen.includes(l.title));
}
