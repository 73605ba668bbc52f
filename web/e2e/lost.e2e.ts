// The connection is lost in the middle of a decision, and comes back.

import { expect, test, type Visitor } from './house';
import { Program } from './program';

async function start(who: Visitor): Promise<string> {
  const { id } = await who.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
  await who.go(`/game/${id}`);
  await who.settled();
  return id;
}

function pickedChoice(who: Visitor): Promise<string | null> {
  return who.page
    .locator(
      ':is([data-testid="decision"], [data-testid="actions"]) button[data-choice][aria-pressed="true"]',
    )
    .getAttribute('data-choice');
}

test('the server dies in the middle of a decision: the answer about to be given stays, and counts when it is back', async ({
  visit,
}) => {
  const server = await Program.start();
  let again: Program | undefined;
  const anna = await visit({ at: server.origin, prefs: { confirm: 'always' } });
  try {
    const id = await start(anna);
    await anna.pick(1);
    const asked = await anna.questionId();
    await server.end('kill');
    await anna.testid('lost').waitFor();
    expect(await pickedChoice(anna)).toBe('1');

    again = await server.again();
    await anna.testid('lost').waitFor({ state: 'detached' });
    expect(await anna.questionId()).toBe(asked);
    expect(await pickedChoice(anna)).toBe('1');
    const before = (await anna.view(id)).revision;
    // What is thrown goes only once its chances stand on the page.
    await anna.foreshown(1);
    await anna.testid('give').click();
    await anna.moved(asked);
    expect((await anna.view(id)).revision).toBeGreaterThan(before);
    // The browser says on its console that the server was away.
    await anna.page.goto('about:blank');
    anna.faults.length = 0;
  } finally {
    await (again ?? server).remove();
  }
});

test('an answer given without a network goes out when the network is back', async ({ visit }) => {
  const anna = await visit({ prefs: { confirm: 'always' } });
  const id = await start(anna);
  const asked = await anna.questionId();
  await anna.pick(0);
  // What is thrown goes only once its chances stand on the page.
  await anna.foreshown(0);
  await anna.context.setOffline(true);
  await anna.testid('give').click();
  await anna.testid('lost').waitFor();
  expect(await anna.questionId()).toBe(asked);
  await anna.context.setOffline(false);
  await anna.moved(asked);
  await anna.testid('lost').waitFor({ state: 'detached' });
  expect((await anna.view(id)).question?.id).not.toBe(Number(asked));
  anna.faults.length = 0;
});

test('the page is loaded again in the middle of a decision: the answer about to be given stays', async ({
  visit,
}) => {
  const anna = await visit({ prefs: { confirm: 'always' } });
  await start(anna);
  await anna.pick(1);
  await anna.page.reload();
  await anna.settled();
  await expect.poll(() => pickedChoice(anna)).toBe('1');
});
