// What was thrown stands on the map until it has been read, in a game and in its replay.

import { expect, test, type Visitor } from './house';
import type * as W from '../src/lib/wire';

/** Plays on until an answer throws dice at a certain place; in another game if there is none in the first. */
async function atDice(who: Visitor): Promise<{ id: string; choice: number }> {
  for (let game = 0; game < 5; game++) {
    const { id } = await who.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
    let choice = 0;
    const found = await who.playAdvised(id, 0, async (_, question, advised) => {
      choice = advised;
      if (!/shock|fire|rally/.test(question.key)) return false;
      const preview = await who.api<W.Preview>('POST', `/api/games/${id}/preview`, { choice, side: 0 });
      return preview.throws.length > 0;
    });
    if (found) return { id, choice };
  }
  throw new Error('nobody throws dice');
}

test('a throw stands at its hex until it is acknowledged, and hides nothing that could be clicked', async ({
  visit,
}) => {
  const anna = await visit();
  const { id, choice } = await atDice(anna);
  await anna.go(`/game/${id}`);
  await anna.settled();
  const card = anna.testid('result');
  expect(await card.count(), 'what came before the page was opened').toBe(0);
  await anna.answer(choice);
  await card.waitFor();
  await anna.page.waitForTimeout(1500);
  expect(await card.count(), 'it stays').toBe(1);
  // Whatever was thrown first is there.
  for (const back = anna.testid('result-before'); (await back.count()) && (await back.isEnabled());)
    await back.click();
  const { log } = await anna.view(id, 0);
  const said = await card.innerText();
  expect(log.some((entry) => 'die' in entry.facts && said.includes(entry.text))).toBe(true);
  const [box, map] = [(await card.boundingBox())!, (await anna.testid('map').boundingBox())!];
  expect(box.x).toBeGreaterThanOrEqual(map.x);
  expect(box.x + box.width).toBeLessThanOrEqual(map.x + map.width);
  expect(box.y).toBeGreaterThanOrEqual(map.y);
  const through = await anna.page.evaluate(
    ([x, y]) => document.elementFromPoint(x!, y!)?.closest('[data-testid="map"]') !== null,
    [box.x + 12, box.y + 12],
  );
  expect(through, 'a click goes to the map').toBe(true);
  await anna.testid('result-seen').click();
  await card.waitFor({ state: 'detached' });
});

test('whoever wishes no cards sees none', async ({ visit }) => {
  const anna = await visit({ prefs: { results: 'never' } });
  const { id, choice } = await atDice(anna);
  await anna.go(`/game/${id}`);
  await anna.settled();
  await anna.answer(choice);
  await anna.page.waitForTimeout(1000);
  expect(await anna.testid('result').count()).toBe(0);
});

test('a replay shows at each step what was thrown there', async ({ visit }) => {
  const anna = await visit();
  const { id } = await anna.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
  await anna.playOn(id, [0]);
  await anna.go(`/replay/${id}`);
  await anna.testid('replay').waitFor();
  const card = anna.testid('result');
  const last = Number(await anna.testid('scrub').getAttribute('max'));
  let seen = 0;
  for (let step = 0; step < Math.min(last, 80) && seen < 2; step++) {
    await anna.page.keyboard.press('ArrowRight');
    await anna.page.waitForTimeout(120);
    if (!(await card.isVisible())) continue;
    seen += 1;
    await anna.testid('result-seen').click();
    await card.waitFor({ state: 'detached' });
  }
  expect(seen).toBe(2);
});
