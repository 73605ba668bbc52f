// Before the first question somebody new to a battle is told what it is about; and what the figures on a counter mean.

import { expect, test } from './house';
import type * as W from '../src/lib/wire';

test('a battle begins with a briefing, once, which can be read again', async ({ visit }) => {
  const anna = await visit({ prefs: { briefing: true } });
  const id = await anna.newBattle('maida', [{ who: 'me' }, { who: 'computer', player: 'recruit' }], 'jdg');
  await anna.go(`/game/${id}`);
  const briefing = anna.testid('briefing');
  await briefing.waitFor();
  const board = await anna.api<W.Board>('GET', `/api/games/${id}/board?as=0`);
  const said = await briefing.innerText();
  expect(said).toContain(`You command the ${board.sides[0]!.name}`);
  for (const { name } of board.objectives) expect(said).toContain(name);
  expect(said, 'how long').toContain(`${board.turns.length} turns`);
  for (const { name, value } of board.units[0]!.figures) expect(said).toContain(`${name} ${value}`);
  await briefing.locator('summary').first().click();
  for (const { name } of [...board.units, ...board.leaders])
    expect(await briefing.textContent(), 'both orders of battle').toContain(name);
  await anna.testid('briefing-done').click();
  await briefing.waitFor({ state: 'detached' });
  expect(await anna.settled()).toBe('decision');
  await anna.page.reload();
  await anna.settled();
  await anna.page.waitForTimeout(300);
  expect(await briefing.count(), 'it has been read').toBe(0);
  await anna.page.locator('#tab-help').click();
  await anna.testid('briefing-again').click();
  await briefing.waitFor();
});

test('a counter under the mouse tells its figures with their names', async ({ visit }) => {
  const anna = await visit();
  const id = await anna.newBattle('maida', [{ who: 'me' }, { who: 'computer', player: 'recruit' }], 'jdg');
  await anna.go(`/game/${id}`);
  await anna.settled();
  const at = (await anna.litCounter())!;
  await anna.page.mouse.move(at.x, at.y);
  const board = await anna.api<W.Board>('GET', `/api/games/${id}/board?as=0`);
  const tip = await anna.page.locator('.tip').innerText();
  for (const { name } of board.units[0]!.figures) expect(tip).toContain(`${name} `);
});
