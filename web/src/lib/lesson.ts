// Which lesson of a tutorial is read with a question.

import type { Lesson, Question, VerbData } from './wire';

/** Lessons speak to the first side; whoever sits at another learns nothing from them. */
const LEARNER = 0;

/** The lesson to be read as a question comes up to a side. */
export function lessonOf(
  lessons: Lesson[],
  question: Question | undefined,
  verbs: VerbData[],
  turn: number,
  seen: string[],
): Lesson | undefined {
  if (question?.side !== LEARNER) return undefined;
  const offers = (verb: string) => question.groups.some((group) => verbs[group.verb]?.word === verb);
  return lessons.find(
    (l) =>
      l.key === question.key &&
      l.turn <= turn &&
      !seen.includes(l.title) &&
      (l.verb === undefined || offers(l.verb)),
  );
}
