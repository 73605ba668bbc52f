// The pictures of the README: the lobby, a briefing, the map, a decision and its result, a phone, a replay, as a player sees them.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type * as W from '../src/lib/wire';
import { expect, picture, test, type Visitor } from './house';
import { indexed } from './indexed';

const LARGEST = 400_000;
const WINDOW = {
  viewport: { width: 1180, height: 740 },
  prefs: { theme: 'light', confirm: 'always', stillness: true, name: 'Anna' },
};

/** The battle that is played to its end. */
const TO_THE_END = 'tutorial';

async function take(who: Visitor, name: string): Promise<void> {
  await who.page.mouse.move(2, 2);
  // The letters and the ground must be there.
  await who.page.evaluate(() => document.fonts.ready);
  await who.page.waitForFunction(() =>
    [...document.images].every(
      (image) => image.loading === 'lazy' || (image.complete && image.naturalWidth > 0),
    ),
  );
  await who.page.waitForTimeout(300);
  const taken = await indexed(
    await who.page.screenshot({ animations: 'disabled' }),
    await who.context.newPage(),
  );
  await mkdir(dirname(picture(name)), { recursive: true });
  await writeFile(picture(name), taken);
  expect(taken.length, `bytes of ${name}.png`).toBeLessThan(LARGEST);
}

/** A battle of a given name, played as the best computer player would until something is asked of the first side, or to its end. */
async function fought(
  who: Visitor,
  battle: string,
  enough: (view: W.GameView, question: W.Question, choice: number) => Promise<boolean> | boolean,
): Promise<string> {
  for (let game = 0; game < 3; game++) {
    const id = await who.newBattle(battle, [{ who: 'me' }, { who: 'computer', player: 'sergeant' }]);
    if (await who.playAdvised(id, 0, enough)) return id;
    if (battle === TO_THE_END) return id;
  }
  throw new Error(`${battle}: what the picture shall show does not happen`);
}

test('the lobby', async ({ visit }) => {
  const anna = await visit(WINDOW);
  await anna.go('/');
  await anna.testid('battle').nth(2).waitFor();
  await anna.page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await take(anna, 'lobby');
});

test('the map', async ({ visit }) => {
  const anna = await visit(WINDOW);
  const id = await fought(
    anna,
    'saalfeld',
    (view, { key, count, about }) =>
      view.position.clock.turn > 1 && key === 'move.to' && count > 25 && /^u/.test(about[0] ?? ''),
  );
  await anna.go(`/game/${id}`);
  await anna.settled();
  await anna.page.locator('.pill').first().waitFor();
  await take(anna, 'map');
}, 240_000);

test('a briefing', async ({ visit }) => {
  const anna = await visit({ ...WINDOW, prefs: { ...WINDOW.prefs, briefing: true } });
  await anna.go(
    `/game/${await anna.newBattle('maida', [{ who: 'me' }, { who: 'computer', player: 'cadet' }])}`,
  );
  await anna.testid('briefing').waitFor();
  await take(anna, 'briefing');
});

test('a phone', async ({ visit }) => {
  const anna = await visit({
    ...WINDOW,
    viewport: { width: 390, height: 760 },
    hasTouch: true,
    isMobile: true,
  });
  const id = await fought(anna, 'maida', (_, { key, count }) => key === 'shock.order' && count > 1);
  await anna.go(`/game/${id}`);
  await anna.settled();
  await anna.testid('hint').tap();
  await anna.testid('advice').waitFor();
  await anna.foreshown();
  await take(anna, 'phone');
}, 240_000);

test('a decision', async ({ visit }) => {
  const anna = await visit(WINDOW);
  // A shock, with modifiers, and many things that may come of it.
  const id = await fought(anna, 'maida', async (view, question, choice) => {
    if (question.key !== 'shock.order') return false;
    const { ends, sums } = await anna.api<W.Preview>('POST', `/api/games/${view.card.id}/preview`, {
      choice,
      side: 0,
    });
    return ends.length > 3 && ends.length < 9 && (sums[0]?.parts.length ?? 0) > 2;
  });
  await anna.go(`/game/${id}`);
  await anna.settled();
  await anna.page.locator('.tools button').first().click({ clickCount: 3 });
  await anna.testid('hint').click();
  await anna.testid('advice').waitFor();
  await anna.foreshown();
  await take(anna, 'decision');
  // And what came of it, the first throw of all.
  await anna.testid('give').click();
  await anna.testid('result').waitFor();
  await anna.page.waitForTimeout(1500);
  for (const back = anna.testid('result-before'); (await back.count()) && (await back.isEnabled());)
    await back.click();
  await take(anna, 'result');
}, 240_000);

test('a replay', async ({ visit }) => {
  const anna = await visit(WINDOW);
  const id = await fought(anna, TO_THE_END, () => false);
  await anna.go(`/replay/${id}`);
  await anna.testid('replay').waitFor();
  await anna.page.locator('#tab-course').click();
  const scrub = anna.testid('scrub');
  await scrub.fill(String(Math.floor(Number(await scrub.getAttribute('max')) * 0.8)));
  await take(anna, 'replay');
}, 240_000);
