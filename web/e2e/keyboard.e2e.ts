// Without a mouse: from the lobby into a battle, and several decisions on the map and on the list.

import { expect, test, type Visitor } from './house';

/** Goes on with the Tab key until something has the focus. */
async function tabTo(who: Visitor, selector: string, key = 'Tab'): Promise<void> {
  // A list of answers may be long.
  for (let n = 0; n < 300; n++) {
    if (await who.page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector))
      return;
    await who.page.keyboard.press(key);
  }
  throw new Error(`${key} does not come to ${selector}`);
}

test('a battle is begun and several decisions are taken with the keys alone', async ({ visit }) => {
  const anna = await visit({ prefs: { confirm: 'always' } });
  const { keyboard } = anna.page;
  await anna.go('/');
  await anna.testid('learn').waitFor();
  await tabTo(anna, '[data-testid="learn"]');
  await keyboard.press('Enter');
  await anna.testid('lesson').waitFor();
  await tabTo(anna, '[data-testid="lesson-seen"]');
  await keyboard.press('Enter');

  // On the list: to the answers, down, pick, give.
  let asked = await anna.questionId();
  await keyboard.press('d');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await anna.press(asked);
  await anna.settled();

  // By the numbers.
  await anna.type(0);
  await anna.settled();

  // On the map: to the next lit hex, pick, give. What is there is said.
  let byMap = 0;
  for (let n = 0; n < 12 && byMap < 3; n++) {
    await anna.settled();
    asked = await anna.questionId();
    await keyboard.press('m');
    await keyboard.press('n');
    const said = await anna.testid('map-spoken').innerText();
    if (/answers? here/.test(said)) {
      await keyboard.press('Enter');
      if ((await anna.page.locator('[data-testid="decision"] button[aria-pressed="true"]').count()) === 0) {
        // Several answers at the hex: the first of those that are left.
        await keyboard.press('d');
        await keyboard.press('Enter');
      }
      await anna.press(asked);
      byMap += 1;
    } else {
      await anna.type(0);
    }
  }
  expect(byMap).toBeGreaterThan(1);

  // The record is one stop of the Tab key, its entries are reached with the arrow keys.
  await keyboard.press('l');
  const inLog = () =>
    anna.page.evaluate(() => document.activeElement?.closest('[data-testid="log"]') !== null);
  await keyboard.press('ArrowUp');
  expect(await anna.page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
  expect(await inLog()).toBe(true);
  await keyboard.press('Tab');
  expect(await inLog()).toBe(false);

  // Why not here? And back to the lobby.
  await anna.settled();
  await keyboard.press('m');
  await keyboard.press('ArrowUp');
  await keyboard.press('?');
  await anna.testid('inspector').waitFor();
  await keyboard.press('Escape');
  await anna.testid('inspector').waitFor({ state: 'detached' });
  await tabTo(anna, 'a.home', 'Shift+Tab');
  await keyboard.press('Enter');
  await anna.testid('lobby').waitFor();
});

test('a key that is held gives one answer, not one after the other', async ({ visit }) => {
  const anna = await visit({ prefs: { confirm: 'never' } });
  const { keyboard } = anna.page;
  const { id } = await anna.newGame([{ who: 'me' }, { who: 'me' }]);
  await anna.go(`/game/${id}`);
  await anna.settled();
  const answers: string[] = [];
  anna.page.on('request', (request) => {
    if (/\/answer$/.test(request.url())) answers.push(request.url());
  });
  await keyboard.press('d');
  for (let n = 0; n < 60; n++) {
    await keyboard.down('Enter');
    await anna.page.waitForTimeout(25);
  }
  await keyboard.up('Enter');
  expect(answers.length).toBeLessThanOrEqual(1);
});

test('the focus is on the answers again when the other side has played', async ({ visit }) => {
  const anna = await visit({ prefs: { confirm: 'always' } });
  const { keyboard } = anna.page;
  let drawn = 0;
  // A game whose dice never give the enemy two units in a row shows nothing of it: then another.
  for (let games = 0; games < 3 && drawn < 2; games++) {
    const { id } = await anna.newGame([{ who: 'me' }, { who: 'computer', player: 'cadet' }]);
    await anna.go(`/game/${id}`);
    const opened = async () =>
      (await anna.view(id, 0)).log.filter((entry) => entry.opens === 'section').length;
    for (let n = 0; n < 40 && drawn < 2; n++) {
      if ((await anna.settled()) !== 'decision') break;
      const { question } = await anna.view(id, 0);
      if (!question || String(question.id) !== (await anna.questionId())) continue;
      const before = await opened();
      const asked = String(question.id);
      await keyboard.press('d');
      for (const digit of String((question.ending?.choice ?? 0) + 1)) await keyboard.press(digit);
      await anna.press(asked);
      if ((await anna.settled()) === 'decision') drawn = (await opened()) - before;
    }
  }
  expect(drawn, 'others were drawn meanwhile').toBeGreaterThan(1);
  await expect
    .poll(() =>
      anna.page.evaluate(() => document.activeElement?.closest('[data-testid="decision"]') !== null),
    )
    .toBe(true);
});
