// What is picked from the list of answers is brought into view on the map.

import { expect, test } from './house';
import type * as W from '../src/lib/wire';

test('a combat that is picked from the list comes into view', async ({ visit }) => {
  const anna = await visit();
  const points = (question: W.Question) => question.groups.some((group) => group.kinds.length > 0);
  let id = '';
  for (let game = 0, found = false; game < 3 && !found; game++) {
    id = await anna.newBattle('maida', [{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
    found = await anna.playAdvised(
      id,
      0,
      (_, question) => question.key.startsWith('shock.') && points(question),
    );
  }
  await anna.go(`/game/${id}`);
  expect(await anna.settled()).toBe('decision');
  const { question } = await anna.view(id);
  const choice = question!.groups.find((group) => group.kinds.length > 0)!.first;

  // As near as it goes, and the map pulled into a corner.
  const map = anna.testid('map');
  await map.focus();
  for (let n = 0; n < 12; n++) await anna.page.keyboard.press('+');
  const frame = (await map.boundingBox())!;
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  for (const [dx, dy] of [
    [-1, -1],
    [-1, -1],
    [-1, -1],
    [-1, -1],
  ] as const) {
    await anna.page.mouse.move(x, y);
    await anna.page.mouse.down();
    await anna.page.mouse.move(x + dx * 0.45 * frame.width, y + dy * 0.45 * frame.height, { steps: 6 });
    await anna.page.mouse.up();
  }
  const rings = anna.page.locator('.picked-ring');
  /** Whether the middle of each ring can be seen. */
  const seen = async () => {
    const boxes = await Promise.all((await rings.all()).map((ring) => ring.boundingBox()));
    const within = (at: number, from: number, length: number) => at >= from && at <= from + length;
    return boxes.every(
      (box) =>
        box &&
        within(box.x + box.width / 2, frame.x, frame.width) &&
        within(box.y + box.height / 2, frame.y, frame.height),
    );
  };
  // Looking at an answer moves nothing.
  const button = anna.page.locator(`[data-testid="decision"] button[data-choice="${choice}"]`);
  await button.evaluate((found) => found.closest('details')?.setAttribute('open', ''));
  await button.hover();
  await rings.first().waitFor({ state: 'attached' });
  expect(await seen(), 'it is out of sight').toBe(false);
  await button.click();
  await expect.poll(seen, { timeout: 15_000 }).toBe(true);
});

test('what is taken back leaves nothing half picked', async ({ visit }) => {
  const anna = await visit({ prefs: { confirm: 'always' } });
  const id = await anna.newBattle('maida', [{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
  await anna.playAdvised(id, 0, (_, question) => question.key === 'move.unit' && question.count > 4);
  await anna.go(`/game/${id}`);
  await anna.settled();
  // A unit is clicked on the map, picked, and sent.
  const asked = await anna.questionId();
  const spot = (await anna.litCounter())!;
  await anna.page.mouse.click(spot.x, spot.y);
  await anna.page.locator('[data-testid="decision"] button[aria-pressed="true"]').first().waitFor();
  await anna.confirm(asked);
  await anna.settled();
  const sent = await anna.questionId();
  await anna.testid('undo').click();
  await anna.moved(sent);
  await anna.settled();
  await anna.page.waitForTimeout(600);
  expect(await anna.page.locator('button[data-choice][aria-pressed="true"]').count(), 'picked').toBe(0);
  expect(await anna.page.locator('.picked-ring').count(), 'on the map').toBe(0);
  expect(await anna.testid('give').isDisabled()).toBe(true);
});
