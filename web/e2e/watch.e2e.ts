// Watching: two computer players, and the other side's moves one by one.

import { expect, test } from './house';

test('two computer players fight, and the battle is looked at from its start', async ({ visit }) => {
  const anna = await visit();
  await anna.go('/');
  await anna.page.locator('[data-testid="battle"][data-battle="tutorial"]').getByTestId('play').click();
  await anna.page.getByRole('radio', { name: 'Two computer players' }).check();
  await anna.testid('start').click();
  await anna.page.waitForURL(/#\/replay\//, { timeout: 60_000 });
  await anna.testid('map').waitFor();
  const id = anna.page.url().split('/').pop()!;
  expect((await anna.view(id)).card.seats.map((seat) => seat.kind)).toEqual(['computer', 'computer']);
});

test('the moves of the other side come one by one, or all at once for those who cannot wait', async ({
  visit,
}) => {
  const anna = await visit({ reducedMotion: 'no-preference', prefs: { tempo: 'calm', confirm: 'never' } });
  const { id } = await anna.newGame([{ who: 'me' }, { who: 'computer', player: 'sergeant' }]);
  await anna.go(`/game/${id}`);
  // Sooner or later the computer does more than one thing; on a slow machine its moves may be over before they can be hurried.
  let hurried = false;
  for (let n = 0; n < 60 && !hurried; n++) {
    await anna.settled();
    const asked = await anna.questionId();
    await anna.answer(0);
    await anna.page.waitForFunction(
      (old) =>
        document.querySelector('[data-testid="hurry"]') !== null ||
        ![undefined, old].includes(
          document.querySelector<HTMLElement>('[data-testid="decision"]')?.dataset.question,
        ),
      asked ?? undefined,
    );
    if (await anna.testid('hurry').isVisible())
      hurried = await anna
        .testid('hurry')
        .click({ timeout: 1000 })
        .then(
          () => true,
          () => false,
        );
  }
  expect(hurried, 'its moves are hurried').toBe(true);
  await anna.settled();
  const { question } = await anna.view(id);
  expect(await anna.questionText()).toContain(question!.text);
  expect(await anna.testid('hurry').count()).toBe(0);
});
