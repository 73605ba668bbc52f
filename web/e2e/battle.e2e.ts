// A whole short game against the computer, and what comes after it: the replay, the dice.

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
  expect(await anna.testid('outcome').innerText()).toContain(card.outcome!.text);
}, 120_000);
