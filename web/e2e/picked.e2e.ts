// What is picked from the list of answers is brought into view on the map.

import { expect, test } from './house';

test('a combat that is picked from the list comes into view', async ({ visit }) => {
  const anna = await visit();
  const combats = (key = '') => key.startsWith('shock.order') || key.startsWith('shock.announce');
  let id = '';
  for (let n = 0; n < 10; n++) {
    ({ id } = await anna.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }], { undo: 'never' }));
    const view = await anna.playOn(id, [0], (seen) => combats(seen.question?.key) && (seen.question?.groups.some((group) => group.kinds !== '') ?? false));
    if (view.card.status !== 'over') break;
  }
  await anna.go(`/game/${id}`);
  expect(await anna.settled()).toBe('decision');
  const { question } = await anna.view(id);
  const choice = question!.groups.find((group) => group.kinds !== '')!.first;

  // As near as it goes, and the map pulled into a corner.
  const map = anna.testid('map');
  await map.focus();
  for (let n = 0; n < 12; n++) await anna.page.keyboard.press('+');
  const frame = (await map.boundingBox())!;
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  for (const [dx, dy] of [[-1, -1], [-1, -1], [-1, -1], [-1, -1]] as const) {
    await anna.page.mouse.move(x, y);
    await anna.page.mouse.down();
    await anna.page.mouse.move(x + dx * 0.45 * frame.width, y + dy * 0.45 * frame.height, { steps: 6 });
    await anna.page.mouse.up();
  }
  const ring = anna.page.locator('.picked-ring').first();
  const seen = async () => {
    const box = await ring.boundingBox();
    return box !== null && box.x >= frame.x && box.y >= frame.y && box.x + box.width <= frame.x + frame.width && box.y + box.height <= frame.y + frame.height;
  };
  // Looking at an answer moves nothing.
  const button = anna.page.locator(`[data-testid="decision"] button[data-choice="${choice}"]`);
  await button.evaluate((found) => found.closest('details')?.setAttribute('open', ''));
  await button.hover();
  await ring.waitFor({ state: 'attached' });
  expect(await seen(), 'it is out of sight').toBe(false);
  await button.click();
  await expect.poll(seen, { timeout: 5000 }).toBe(true);
}, 60_000);
