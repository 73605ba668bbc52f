// Very many games in the lobby: a few are shown, then a page at a time.

import { afterAll, beforeAll } from 'vitest';
import { expect, picture, test, type Visitor } from './house';
import { Program } from './program';

/** More than a page has. */
const GAMES = 104;

let program: Program;

beforeAll(async () => {
  program = await Program.start();
});
afterAll(() => program.remove());

const lines = (who: Visitor, kind: string) =>
  who.testid(`games-${kind}`).locator('[data-testid="game-line"]');

test('lists come in pages', async ({ visit }) => {
  const anna = await visit({ at: program.origin });
  await anna.go('/');
  for (let n = 0; n < GAMES; n++) await anna.newGame([{ who: 'me' }, { who: 'invited' }], { open: true });
  await anna.newGame([{ who: 'me' }, { who: 'me' }], { watch: 'nobody' });

  const bert = await visit({ at: program.origin });
  await bert.go('/');
  await lines(bert, 'open').first().waitFor();
  expect([await lines(bert, 'open').count(), await lines(bert, 'watch').count()]).toEqual([10, 5]);
  await bert.testid('more-open').click();
  expect(await lines(bert, 'open').count()).toBe(100);
  const pages = bert.testid('pages-open');
  const [newer, older] = [
    pages.getByRole('button', { name: 'Newer' }),
    pages.getByRole('button', { name: 'Older' }),
  ];
  expect(await newer.isDisabled()).toBe(true);
  await pages.scrollIntoViewIfNeeded();
  await bert.fits();
  await bert.page.screenshot({ path: picture('lists') });
  const first = await lines(bert, 'open').locator('a').first().getAttribute('href');
  await older.click();
  await pages.getByText('Page 2').waitFor();
  expect(await lines(bert, 'open').count()).toBe(GAMES - 100);
  expect(await older.isDisabled()).toBe(true);
  expect(await lines(bert, 'open').locator('a').first().getAttribute('href')).not.toBe(first);
  // The page stays when it is asked for again.
  const again = bert.page.waitForResponse((reply) => reply.url().includes('list=open'));
  await bert.page.evaluate(() => window.dispatchEvent(new Event('focus')));
  expect((await again).url()).toContain('page=1');
  await newer.click();
  await pages.getByText('Page 1').waitFor();
  expect(await lines(bert, 'open').count()).toBe(100);

  // Where it is her turn comes first, wherever it stands among her games.
  await anna.page.reload();
  await lines(anna, 'mine').first().waitFor();
  expect(await lines(anna, 'mine').first().getAttribute('class')).toContain('turn');
  expect(await anna.page.title()).toContain('●');
  expect(await lines(anna, 'open').count(), "one's own games are not among the others'").toBe(0);
}, 240_000);

test('a long list fits a phone', async ({ visit }) => {
  const bert = await visit({
    at: program.origin,
    viewport: { width: 390, height: 844 },
    prefs: { language: 'fr' },
  });
  await bert.go('/');
  await bert.testid('more-open').click();
  await bert.testid('pages-open').scrollIntoViewIfNeeded();
  await bert.fits();
  await bert.page.screenshot({ path: picture('lists-phone') });
});
