// A game that is left in the middle: the server ends, starts again, and the game is played on in the page to its end.

import { Program } from './program';
import { expect, test } from './house';

/** So many answers are given before it is left. */
const BEFORE = 12;

test('a game that was left in the middle goes on where it stood, and comes to its end', async ({ visit }) => {
  const server = await Program.start({}, ['--unfinished']);
  let again: Program | undefined;
  const anna = await visit({ at: server.origin });
  try {
    await anna.go('/');
    await anna.testid('battle').first().waitFor();
    const id = await anna.newBattle(
      'outpost',
      [{ who: 'me' }, { who: 'computer', player: 'recruit' }],
      'an30',
    );
    let given = 0;
    expect(await anna.playAdvised(id, 0, () => given++ === BEFORE)).toBe(true);
    const before = await anna.view(id, 0);
    await anna.page.goto('about:blank');
    await server.end();

    again = await server.again();
    await anna.go(`/game/${id}`);
    expect(await anna.settled()).toBe('decision');
    const after = await anna.view(id, 0);
    // Questions are numbered anew when a game is loaded; all else is as it was.
    expect(after.position).toEqual(before.position);
    expect(after.log).toEqual(before.log);
    expect(after.question?.text).toBe(before.question?.text);
    // One answer is given in the page, the others beside it.
    const { choice } = await anna.api<{ choice: number }>('POST', `/api/games/${id}/hint`, { side: 0 });
    await anna.answer(choice);
    expect(await anna.playAdvised(id, 0, () => false)).toBe(false);
    expect(await anna.settled()).toBe('outcome');
    await anna.page.goto('about:blank');
  } finally {
    await (again ?? server).remove();
  }
}, 240_000);
