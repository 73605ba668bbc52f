// The rulebook that is still being written: its smallest battle is played to the end in the page, through the commonest kinds of questions.

import { afterAll, beforeAll } from 'vitest';
import { Program } from './program';
import { expect, test, type Visitor } from './house';
import type * as W from '../src/lib/wire';

let program: Program;

beforeAll(async () => {
  program = await Program.start({}, ['--unfinished']);
});

afterAll(() => program.remove());

/** So often a kind of question is answered in the page; after that beside it. */
const OFTEN = 1;
/** Kinds of questions that every game comes to, or one of three. */
const COMMON = ['mu.create', 'move.stack', 'move.step', 'fire.declare'];
/** A blank that nothing was put in, or the key of a sentence that is not there. */
const UNTOLD = /[{}]|\b[a-z_]+\.[a-z_]+\b/;

/** Points at a lit counter on the map, and gives the first answer that is offered for it; whether there was one. */
async function byMap(who: Visitor): Promise<boolean> {
  const asked = await who.questionId();
  const spot = await who.litCounter();
  if (!spot) return false;
  await who.page.mouse.click(spot.x, spot.y);
  const first = who.page.locator('[data-testid="decision"] .answers button[data-choice]:visible').first();
  if ((await first.getAttribute('aria-pressed')) !== 'true' && (await who.questionId()) === asked)
    await first.click({ timeout: 2000 }).catch(() => undefined);
  await who.confirm(asked);
  return true;
}

/** Answers in the page what is asked there as the best computer player would, and looks at what the page says to it. */
async function inPage(who: Visitor, question: W.Question, choice: number): Promise<void> {
  await who.page.waitForFunction(
    (id) => document.querySelector<HTMLElement>('[data-testid="decision"]')?.dataset.question === id,
    String(question.id),
  );
  expect(await who.questionText(), question.key).not.toMatch(UNTOLD);
  if (question.key === 'move.stack' && (await byMap(who))) return;
  await who.pick(choice);
  // The page throws dice only once their odds have been seen on it.
  await who.confirm(String(question.id));
}

for (const language of ['en', 'fr'])
  test(`the outpost is played in the page to its end (${language})`, async ({ visit }) => {
    const anna = await visit({ at: program.origin, prefs: { language } });
    await anna.go('/');
    await anna.testid('battle').first().waitFor();
    const opponent: W.SeatWish = { who: 'computer', player: 'sergeant' };
    const answered = new Map<string, number>();
    const met = (question: W.Question) => answered.get(question.key) ?? 0;
    // A game can be decided before everything common has come up: then another.
    for (let games = 0; games < 3 && !COMMON.every((key) => answered.has(key)); games++) {
      const id = await anna.newBattle('outpost', [{ who: 'me' }, opponent], 'an30');
      await anna.go(`/game/${id}`);
      expect(await anna.settled()).toBe('decision');
      for (let n = 0; n < 60; n++) {
        let choice = 0;
        const goesOn = await anna.playAdvised(id, 0, (_, question, advised) => {
          choice = advised;
          return met(question) < OFTEN;
        });
        if (!goesOn) break;
        const question = (await anna.view(id, 0)).question!;
        answered.set(question.key, met(question) + 1);
        await inPage(anna, question, choice);
      }
      expect(await anna.settled()).toBe('outcome');
    }
    expect([...answered.keys()]).toEqual(expect.arrayContaining(COMMON));
    for (const entry of await anna.testid('log').allInnerTexts()) expect(entry).not.toMatch(/[{}]/);
  }, 480_000);
