// A whole short game against the computer, its end, and another.

import { expect, test } from './house';

test('a whole battle against the computer is played to its end on the page', async ({ visit }) => {
  const anna = await visit();
  const { id } = await anna.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
  await anna.go(`/game/${id}`);
  let n = 0;
  for (; (await anna.settled()) === 'decision'; n++) {
    expect(n, 'answers').toBeLessThan(300);
    const { question } = await anna.view(id);
    if (!question || String(question.id) !== (await anna.questionId())) continue;
    await anna.type((n * 7) % Math.min(question.count, 9));
  }
  expect(n).toBeGreaterThan(10);
  const { card } = await anna.view(id);
  expect(card.status).toBe('over');
  const end = anna.testid('outcome');
  expect(await end.innerText()).toContain(card.outcome!.text);
  expect(await end.innerText(), 'for whom').toMatch(/You have (won|lost)|A draw/);
  expect(await end.getByRole('listitem').count(), 'why').toBeGreaterThan(1);

  // Once more, with the sides changed.
  await anna.testid('swap').click();
  await anna.page.waitForFunction((old) => !location.hash.endsWith(old), id);
  await anna.settled();
  const next = (await anna.view(new URL(anna.page.url()).hash.slice('#/game/'.length))).card;
  expect(next.battle).toBe(card.battle);
  expect(next.mine).toEqual([1]);
}, 240_000);

test('who resigns is told so, and that the other side has won', async ({ visit }) => {
  const anna = await visit();
  const { id } = await anna.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
  await anna.go(`/game/${id}`);
  await anna.settled();
  await anna.page.getByRole('button', { name: 'Resign' }).click();
  await anna.page.getByRole('button', { name: 'Yes, resign' }).click();
  const end = anna.testid('outcome');
  await end.waitFor();
  expect(await end.innerText()).toMatch(/You have lost\.[^]*gave the game up/);
});
