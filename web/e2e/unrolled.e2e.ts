// No die is thrown by an answer whose odds had not been on the page: a whole game of every rulebook, each kind of question answered there, however
// soon the button is pressed; checked on all that went to and fro.

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
const OFTEN = 2;
const MOST_ANSWERS = 120;

/** What the page was told of an answer, or what it gave; at that time these odds stood beside the button. */
interface Piece {
  what: 'told' | 'given';
  question: number;
  choice: number;
  throws: number;
  shown: string | undefined;
  said: string;
}

/** Writes down, in the page, what it is told of answers and what it gives. */
async function recorded(who: Visitor): Promise<() => Promise<Piece[]>> {
  await who.page.addInitScript(() => {
    const pieces: Piece[] = [];
    Object.assign(window, { pieces });
    const fetched = window.fetch;
    window.fetch = async (input, init) => {
      const address = new URL(input instanceof Request ? input.url : String(input), location.href).pathname;
      const what = address.endsWith('/answer') ? 'given' : address.endsWith('/preview') ? 'told' : undefined;
      if (!what || typeof init?.body !== 'string') return fetched(input, init);
      const { question, choice } = JSON.parse(init.body) as { question: number; choice: number };
      const odds = document.querySelector<HTMLElement>('[data-testid="odds"]');
      const piece = {
        what,
        question,
        choice,
        throws: 0,
        shown: odds?.dataset.of,
        said: odds?.innerText ?? '',
      };
      if (what === 'given') {
        pieces.push(piece as Piece);
        return fetched(input, init);
      }
      const reply = await fetched(input, init);
      if (reply.ok) {
        const { throws } = (await reply.clone().json()) as W.Preview;
        pieces.push({ ...piece, throws: throws.length } as Piece);
      }
      return reply;
    };
  });
  return () => who.page.evaluate(() => (window as unknown as { pieces: Piece[] }).pieces);
}

/** The answers that were given without their odds: what was told of them before, and what stood beside the button, in a line each. */
function unseen(pieces: Piece[]): string[] {
  return pieces.flatMap((given, n) => {
    if (given.what !== 'given') return [];
    const told = pieces
      .slice(0, n)
      .find((one) => one.what === 'told' && one.question === given.question && one.choice === given.choice);
    if (!told) return [`${given.choice}: nothing was told`];
    const isShown = given.shown === String(given.choice) && given.said !== '';
    return told.throws > 0 && !isShown ? [`${given.choice}: ${given.shown} stood there: ${given.said}`] : [];
  });
}

for (const [book, battle] of [
  ['jdg', 'tutorial'],
  ['an30', 'outpost'],
  ['doherty2005', 'outpost'],
] as const)
  test(`${battle} by ${book} is played without a die whose odds were not seen`, async ({ visit }) => {
    const anna = await visit({ at: program.origin });
    const pieces = await recorded(anna);
    await anna.go('/');
    await anna.testid('battle').first().waitFor();
    const id = await anna.newBattle(battle, [{ who: 'me' }, { who: 'computer', player: 'sergeant' }], book);
    await anna.go(`/game/${id}`);
    await anna.settled();
    const answered = new Map<string, number>();
    const met = (question: W.Question) => answered.get(question.key) ?? 0;
    for (let n = 0; n < MOST_ANSWERS; n++) {
      let asked: W.Question | undefined;
      let choice = 0;
      const goesOn = await anna.playAdvised(id, 0, (_, question, advised) => {
        [asked, choice] = [question, advised];
        return question.count > 1 && met(question) < OFTEN;
      });
      if (!goesOn || !asked) break;
      answered.set(asked.key, met(asked) + 1);
      await anna.page.waitForFunction(
        (question) =>
          document.querySelector<HTMLElement>('[data-testid="decision"]')?.dataset.question === question,
        String(asked.id),
      );
      await anna.answer(choice);
    }
    expect((await anna.view(id)).card.status).toBe('over');
    const all = await pieces();
    expect(all.filter(({ what }) => what === 'given').length, 'answers given in the page').toBeGreaterThan(
      answered.size,
    );
    expect(
      all.some(({ throws }) => throws > 0),
      'dice fell',
    ).toBe(true);
    expect(unseen(all)).toEqual([]);
  }, 420_000);
