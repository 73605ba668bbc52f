// How many clicks the usual deeds take: a drag counts for one.

import { expect, test, type Visitor } from './house';
import type * as W from '../src/lib/wire';

/** All of it together: six moves, one fire, two shocks. */
const MOST = 18;
const MOVES = 6;
const SHOCKS = 2;

interface Pt {
  x: number;
  y: number;
}

/** Counts how often the mouse goes down. */
async function counted(who: Visitor): Promise<() => Promise<number>> {
  await who.page.addInitScript(() => {
    Object.assign(window, { pressed: 0 });
    addEventListener('pointerdown', () => ((window as unknown as { pressed: number }).pressed += 1), true);
  });
  return () => who.page.evaluate(() => (window as unknown as { pressed: number }).pressed);
}

/** The question that stays: what a move answers by itself has gone by. */
async function current(who: Visitor, game: string): Promise<W.Question> {
  for (;;) {
    const { question } = await who.view(game, 0);
    await who.page.waitForTimeout(300);
    const shown = await who.questionId();
    if (question && shown === String(question.id) && (await who.view(game, 0)).question?.id === question.id)
      return question;
  }
}

/** The middle of a unit's counter, if a click there hits it. */
function counterOf(who: Visitor, unit: number): Promise<Pt | null> {
  return who.page.evaluate((id) => {
    const drawn = document.querySelector(`[data-testid="map"] .counter[data-id="${id}"]`);
    if (!drawn) return null;
    const box = drawn.getBoundingClientRect();
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const top = document.elementsFromPoint(at.x, at.y).find((one) => one.closest('[data-id]'));
    return top?.closest('[data-id]') === drawn ? at : null;
  }, `u${unit}`);
}

/** The middles of the hexes within reach that nobody stands in, the cheapest first. */
function goals(who: Visitor): Promise<Pt[]> {
  return who.page.evaluate(() => {
    const map = document.querySelector('[data-testid="map"]')!.getBoundingClientRect();
    return [...document.querySelectorAll('[data-testid="map"] .tag')]
      .map((tag) => {
        const box = tag.getBoundingClientRect();
        const scale = box.height / 17;
        return {
          cost: parseFloat(tag.textContent),
          x: box.x + box.width / 2,
          y: box.y + box.height / 2 - 30 * scale,
        };
      })
      .filter(
        ({ x, y }) =>
          x > map.left + 20 &&
          x < map.right - 70 &&
          y > map.top + 20 &&
          y < map.bottom - 20 &&
          document.elementsFromPoint(x, y).every((one) => !one.closest('[data-id], [data-choice]')),
      )
      .sort((a, b) => a.cost - b.cost);
  });
}

/** Drags one of the units that may move to a hex near it; whether there was one. */
async function moveOne(who: Visitor, question: W.Question, moved: Set<number>): Promise<boolean> {
  const { mouse } = who.page;
  const units = question.groups.flatMap(({ kinds, at }) => (kinds.join('') === 'u' ? at : []));
  for (const unit of units) {
    const from = moved.has(unit) ? null : await counterOf(who, unit);
    if (!from) continue;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 9, from.y + 9, { steps: 3 });
    await who.page.locator('[data-testid="map"] .tag').first().waitFor({ state: 'attached' });
    const [to] = await goals(who);
    if (to) await mouse.move(to.x, to.y, { steps: 4 });
    await mouse.up();
    moved.add(unit);
    if (to) return true;
    await who.page.keyboard.press('Escape');
  }
  return false;
}

/** Chooses an answer as a player would: by a click on what it is aimed at, on the list where that is not clear, and gives it where dice fall. */
async function strike(who: Visitor, question: W.Question, choice: number): Promise<void> {
  const asked = String(question.id);
  const still = async () => (await who.questionId()) === asked;
  const picked = who.page.locator(`[data-testid="decision"] button[data-choice="${choice}"]`);
  const group = question.groups.findLast(({ first }) => first <= choice)!;
  const width = group.kinds.length;
  const k = group.kinds.lastIndexOf('h');
  const hex = group.at[(choice - group.first) * width + k];
  const at = await who.page.evaluate((target) => {
    const drawn = document.querySelector(`[data-testid="map"] .counter[data-hex="${target}"]`);
    const box = drawn?.getBoundingClientRect();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }, hex);
  if (at) await who.page.mouse.click(at.x, at.y);
  await who.page.waitForTimeout(600);
  if ((await still()) && (await picked.getAttribute('aria-pressed')) !== 'true') await picked.click();
  await Promise.race([who.moved(asked), who.foreshown(choice)]);
  await who.page.waitForTimeout(600);
  if (await still()) await who.testid('give').click();
  await who.moved(asked);
}

/** Plays on until something is asked that the computer would not decline; in another game where this one does not come to it. */
async function until(who: Visitor, key: string): Promise<{ game: string; choice: number }> {
  for (let n = 0; n < 6; n++) {
    const game = await who.newBattle('maida', [{ who: 'me' }, { who: 'computer', player: 'cadet' }], 'jdg');
    let advised = 0;
    const found = await who.playAdvised(game, 0, (_, question, choice) => {
      advised = choice;
      return question.key === key && choice !== question.ending?.choice && question.count < 9;
    });
    if (found) return { game, choice: advised };
  }
  throw new Error(`${key} is not asked`);
}

test('six moves, one fire and two shocks take few clicks', async ({ visit }) => {
  const anna = await visit({ prefs: { stillness: true } });
  const clicks = await counted(anna);
  const spent: Record<string, number> = {};

  const id = await anna.newBattle('maida', [{ who: 'me' }, { who: 'computer', player: 'cadet' }], 'jdg');
  const moves = (question: W.Question) => question.key === 'move.unit';
  await anna.playAdvised(id, 0, (_, question) => moves(question));
  await anna.go(`/game/${id}`);
  let done = 0;
  let moved = new Set<number>();
  while (done < MOVES) {
    const question = await current(anna, id);
    if (!moves(question)) {
      await anna.playAdvised(id, 0, (_, asked) => moves(asked));
      moved = new Set();
      continue;
    }
    const before = await clicks();
    if (!(await moveOne(anna, question, moved))) {
      await anna.playAdvised(id, 0, (_, asked) => !moves(asked));
      continue;
    }
    await anna.moved(String(question.id));
    // The facing follows by itself, a moment later.
    await expect.poll(async () => (await current(anna, id)).key, { timeout: 20_000 }).not.toBe('move.to');
    done += 1;
    spent.moves = (spent.moves ?? 0) + (await clicks()) - before;
  }

  for (const [name, key, times] of [
    ['fire', 'fire.battery', 1],
    ['announcements', 'shock.announce', SHOCKS],
    ['shocks', 'shock.order', SHOCKS],
  ] as const)
    for (let n = 0; n < times; n++) {
      const { game, choice } = await until(anna, key);
      await anna.go(`/game/${game}`);
      const question = await current(anna, game);
      const before = await clicks();
      await strike(anna, question, choice);
      spent[name] = (spent[name] ?? 0) + (await clicks()) - before;
    }
  const all = Object.values(spent).reduce((sum, n) => sum + n, 0);
  expect(spent.moves, 'one gesture a move').toBe(MOVES);
  expect(all, JSON.stringify(spent)).toBeLessThanOrEqual(MOST);
}, 240_000);
