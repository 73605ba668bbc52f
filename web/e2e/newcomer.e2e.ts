// Somebody who has never been here: from the lobby through the tutorial's first turn, with its lessons and hints.

import { expect, test } from './house';

test('a newcomer comes from the lobby through the first turn of the tutorial', async ({ visit }) => {
  const anna = await visit({ prefs: { briefing: true } });
  await anna.go('/');
  await anna.testid('learn').click();
  await anna.testid('briefing-done').click();
  await anna.testid('lesson').waitFor();
  expect(await anna.testid('turn').innerText()).toMatch(/Turn 1 of \d/);

  const lessons = new Set<string>();
  let advised = 0;
  for (let n = 0; n < 60 && !/Turn 2/.test(await anna.testid('turn').innerText()); n++) {
    await anna.settled();
    const lesson = anna.testid('lesson');
    if (await lesson.isVisible()) {
      lessons.add(await lesson.getByRole('heading').innerText());
      await anna.testid('lesson-seen').click();
    }
    const asked = await anna.questionId();
    await anna.testid('hint').click();
    await anna.testid('advice').waitFor();
    advised += 1;
    await anna.confirm(asked);
  }
  expect(await anna.testid('turn').innerText()).toMatch(/Turn 2/);
  expect(lessons.size).toBeGreaterThan(2);
  expect(advised).toBeGreaterThan(3);
  // It is among her games in the lobby now, to be gone on with.
  await anna.go('/');
  await anna.testid('games-mine').getByTestId('game-line').first().getByRole('link').first().click();
  await anna.settled();
}, 240_000);
