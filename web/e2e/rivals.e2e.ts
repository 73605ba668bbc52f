// Two people, each at his own browser, with orders that the other must not know.

import type * as W from '../src/lib/wire';
import { expect, test, type Visitor } from './house';
import { Ledger, Traffic } from './traffic';

async function known(
  who: Visitor,
  game: string,
  side: number,
): Promise<{ view: W.GameView; log: W.LogEntry[] }> {
  const view = await who.view(game, side);
  const { entries } = await who.api<W.LogPage>('GET', `/api/games/${game}/log?from=0&to=500&as=${side}`);
  return { view, log: entries };
}

test('two browsers play each other, and neither page hears the secrets of the other', async ({ visit }) => {
  const anna = await visit({ prefs: { name: 'Anna' } });
  const ben = await visit({ prefs: { name: 'Ben' } });
  const heard = [new Traffic(anna.page), new Traffic(ben.page)];

  const game = await anna.playByLink(ben);
  const sides = [anna, ben];
  const board = await anna.api<W.Board>('GET', `/api/games/${game}/board`);
  const ledgers = [new Ledger(board), new Ledger(board)];
  await writeNote(anna, 'the grenadiers feint on the left');
  await writeNote(ben, 'hold the inn to the last');

  let turn = 1;
  for (let n = 0; n < 200 && turn < 2; n++) {
    const at = Date.now();
    const views = await Promise.all(sides.map((who, side) => known(who, game, side)));
    views.forEach((own, side) => ledgers[side]!.note(at, own, views[1 - side]!));
    turn = views[0]!.view.position.clock.turn;
    for (const [side, { view }] of views.entries()) {
      if (!view.question) continue;
      await sides[side]!.settled();
      await sides[side]!.type((n * 5) % Math.min(view.question.count, 9));
    }
  }
  expect(turn, 'turns played').toBeGreaterThan(1);

  for (const [side, ledger] of ledgers.entries()) {
    const secrets = [...ledger.secrets.values()];
    const orders = secrets.filter(({ thing }) => /"order":"(orders|no_orders)"/.test(thing));
    expect(orders.length, 'hidden orders in the game').toBeGreaterThan(0);
    secrets.push({
      thing: side === 0 ? 'the grenadiers feint' : 'hold the inn to the last',
      until: Infinity,
    });
    // The test can fail: all of it is in the owner's own traffic.
    const own = await heard[side]!.found(secrets.map(({ thing }) => ({ thing, until: Infinity })));
    const unheard = secrets.filter(({ thing }) => !own.some((secret) => secret.thing === thing));
    expect(
      unheard.map(({ thing }) => thing),
      'secrets that their owner never heard',
    ).toEqual([]);
    const leaked = await heard[1 - side]!.found(secrets);
    expect(
      leaked.map(({ thing }) => thing),
      `what side ${1 - side} should not have heard`,
    ).toEqual([]);
  }
});

async function writeNote(who: Visitor, text: string): Promise<void> {
  await who.page.locator('#tab-talk').click();
  const saved = who.page.waitForResponse((reply) => reply.url().includes('/notes') && reply.ok());
  await who.page.locator('#own-notes').fill(text);
  await saved;
  await who.page.locator('#tab-log').click();
}
