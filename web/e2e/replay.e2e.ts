// What comes after a battle: its replay, and the dice checked in the browser.

import type * as W from '../src/lib/wire';
import { expect, test, type Visitor } from './house';

async function finished(who: Visitor): Promise<string> {
  const { id } = await who.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
  await who.playOn(id, [0]);
  return id;
}

/** Where the counters stand on the page: by their ids. */
function counters(who: Visitor): Promise<Record<string, number>> {
  return who.page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<SVGElement>('[data-testid="map"] [data-id]')].map((c) => [
        c.dataset.id!,
        Number(c.dataset.hex),
      ]),
    ),
  );
}

test('a battle is looked at again: step by step, scrubbed, with the eyes of either side', async ({
  visit,
}) => {
  const anna = await visit();
  const id = await finished(anna);
  await anna.go(`/game/${id}`);
  await anna.testid('outcome').getByRole('link', { name: 'Replay' }).click();
  await anna.testid('replay').waitFor();
  const scrub = anna.testid('scrub');
  const { steps } = await anna.api<W.ReplayIndex>('GET', `/api/games/${id}/replay`);
  expect(Number(await scrub.getAttribute('max'))).toBe(steps.length - 1);

  const shows = async (step: number, as = 0) => {
    const { position } = await anna.api<W.ReplayPosition>('GET', `/api/games/${id}/replay/${step}?as=${as}`);
    const standing = position.counters.filter((c) => c.at.length > 0).map((c) => [c.id, c.at[0]!] as const);
    await expect.poll(() => counters(anna), { timeout: 15_000 }).toEqual(Object.fromEntries(standing));
  };
  await scrub.press('Home');
  await expect.poll(() => scrub.inputValue()).toBe('0');
  await shows(0);
  await anna.testid('step-on').click();
  await expect.poll(() => scrub.inputValue()).toBe('1');
  await shows(1);
  const middle = Math.floor(steps.length / 2);
  await scrub.fill(String(middle));
  await shows(middle);
  await scrub.press('End');
  await shows(steps.length - 1);

  // It runs by itself.
  await scrub.press('Home');
  await anna.testid('timeline').getByTestId('play').click();
  await expect.poll(async () => Number(await scrub.inputValue()), { timeout: 20_000 }).toBeGreaterThan(2);

  await anna.testid('timeline').getByTestId('play').click();

  // The other side's eyes, after the end.
  await anna.testid('eyes').selectOption('1');
  await anna.page.waitForLoadState('networkidle');
  await shows(Number(await scrub.inputValue()), 1);
  await scrub.fill(String(middle));
  await shows(middle, 1);
});

test('a friend opens the replay by its link', async ({ visit }) => {
  const anna = await visit();
  const id = await finished(anna);
  await anna.go(`/replay/${id}`);
  await anna.testid('share').click();
  const link = await anna.testid('link').inputValue();
  const friend = await visit();
  await friend.page.goto(link);
  await friend.testid('replay').waitFor();
  await expect.poll(async () => Object.keys(await counters(friend)).length).toBeGreaterThan(2);
});

test('the dice of a finished battle are checked in the browser, and a wrong one is found', async ({
  visit,
}) => {
  const anna = await visit();
  const id = await finished(anna);
  await anna.go(`/dice/${id}`);
  const verdict = anna.testid('verdict');
  await verdict.waitFor();
  expect(await verdict.getAttribute('class'), await verdict.innerText()).not.toMatch(/\b(bad|part)\b/);

  // The same with a throw that was tampered with on the way.
  const cheat = await visit();
  await cheat.page.route(/\/verify/, async (route) => {
    const reply = await route.fetch();
    const data = (await reply.json()) as W.VerifyData;
    const last = data.throws.at(-1)!;
    last.outcome = (last.outcome + 1) % last.faces;
    await route.fulfill({ response: reply, json: data });
  });
  await cheat.go(`/dice/${id}`);
  await cheat.testid('verdict').waitFor();
  expect(await cheat.testid('verdict').getAttribute('class')).toMatch(/\bbad\b/);
});
