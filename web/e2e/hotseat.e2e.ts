// Two people at one screen: a curtain between their secrets.

import { expect, test } from './house';

test('at one screen the curtain falls between the two, and nothing of the other stays on the page', async ({
  visit,
}) => {
  const both = await visit();
  const { id } = await both.newGame([{ who: 'me' }, { who: 'me' }]);
  await both.go(`/game/${id}`);
  let curtains = 0;
  for (let n = 0; n < 80 && curtains < 3; n++) {
    if ((await both.settled()) === 'curtain') {
      curtains += 1;
      const shown = await both.page.content();
      for (const side of [0, 1]) {
        const { question } = await both.view(id, side);
        if (question) expect(shown).not.toContain(question.text);
      }
      expect(await both.page.locator('[data-id]').count(), 'counters behind the curtain').toBe(0);
      await both.testid('curtain').getByRole('button').click();
      continue;
    }
    await both.type(0);
  }
  expect(curtains).toBe(3);
});
