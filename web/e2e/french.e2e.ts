// The page in French: no word of the English catalogue is left.

import { knit } from '../src/lib/knit';
import { en } from '../src/lib/words/en';
import { fr } from '../src/lib/words/fr';
import type * as W from '../src/lib/wire';
import { expect, test, type Visitor } from './house';
import { tour } from './pages';

// Single words are also in what the server says of a battle, which is in the language of its books.
const english = new Set(
  Object.entries(en)
    .filter(
      ([key, text]) =>
        text !== fr[key as keyof typeof fr] &&
        !text.includes('{') &&
        text.trim().includes(' ') &&
        !Object.values(fr).includes(text),
    )
    .map(([, text]) => text),
);

/** Texts and labels on the page, as they stand. */
function words(who: Visitor): Promise<string[]> {
  return who.page.evaluate(() => {
    const found: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      found.push(walk.currentNode.textContent?.trim() ?? '');
    }
    for (const named of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        found.push(named.getAttribute(name) ?? '');
    }
    return found;
  });
}

test('a French browser meets a French page', async ({ visit }) => {
  const anna = await visit({ locale: 'fr-FR' });
  const left = await tour(anna, async () => {
    expect(await anna.page.evaluate(() => document.documentElement.lang)).toBe('fr');
    return (await words(anna)).filter((text) => english.has(text));
  });
  expect(left).toEqual([]);
}, 240_000);

test('questions and the record are French, and change with the settings', async ({ visit }) => {
  const anna = await visit({ locale: 'fr-FR' });
  const { id } = await anna.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
  await anna.playOn(id, [0], (view) => view.log_length > 5 && !!view.question);
  const views = (await Promise.all(
    ['en', 'fr'].map((lang) => anna.api<W.GameView>('GET', `/api/games/${id}?as=0&lang=${lang}`)),
  )) as [W.GameView, W.GameView];
  const [english, french] = views.map((view) => ({
    question: view.question!.text,
    line: view.log.at(-1)!.text,
  })) as [Said, Said];
  expect(french.question).not.toBe(english.question);
  expect(french.line).not.toBe(english.line);
  await anna.go(`/game/${id}`);
  await anna.settled();
  expect(await anna.questionText()).toContain(knit(french.question));
  await anna.page.getByText(french.line).first().waitFor({ state: 'attached' });
  await anna.testid('settings').click();
  await anna.page.locator('dialog select').first().selectOption('en');
  await anna.page.keyboard.press('Escape');
  await anna.page.getByText(english.line).first().waitFor({ state: 'attached' });
  expect(await anna.questionText()).toContain(english.question);
  expect(await anna.page.getByText(french.line).count()).toBe(0);
});

interface Said {
  question: string;
  line: string;
}

test('the language is changed in the settings', async ({ visit }) => {
  const anna = await visit();
  await anna.go('/');
  await anna.testid('settings').click();
  await anna.page.locator('dialog select').first().selectOption('fr');
  await anna.page.getByRole('button', { name: knit(fr['lobby.learn']) }).waitFor({ state: 'attached' });
  await anna.page.reload();
  await anna.page.getByRole('button', { name: knit(fr['lobby.learn']) }).waitFor();
});
