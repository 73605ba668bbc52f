// Nothing moves under the pointer, and the record shows its end.

import { expect, test, type Visitor, type Wish } from './house';
import type * as W from '../src/lib/wire';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Plays on until an answer throws dice, in another game if there is none in the first; gives the game. */
async function atDice(who: Visitor): Promise<string> {
  for (let game = 0; game < 5; game++) {
    const { id } = await who.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
    const found = await who.playAdvised(id, 0, async (_, question, choice) => {
      if (question.count < 3) return false;
      const preview = await who.api<W.Preview>('POST', `/api/games/${id}/preview`, { choice, side: 0 });
      return preview.throws.length > 0;
    });
    if (found) return id;
  }
  throw new Error('nobody throws dice');
}

for (const [name, wish] of [
  ['ordinary letters', {}],
  ['large letters', { prefs: { textSize: 1.6 } }],
  ['large French letters', { locale: 'fr-FR', prefs: { textSize: 1.6, language: 'fr' } }],
  ['a phone', PHONE],
] satisfies [string, Wish][])
  test(`with ${name} no answer and no tab moves under the pointer`, async ({ visit }) => {
    const anna = await visit(wish);
    const id = await atDice(anna);
    await anna.go(`/game/${id}`);
    await anna.settled();
    const listed = anna.page.locator('[data-testid="decision"] .answers button[data-choice]:visible');
    const found = await listed.count();
    expect(found).toBeGreaterThan(0);
    for (let n = 0; n < Math.min(found, 5); n++) {
      const button = listed.nth(n);
      await button.scrollIntoViewIfNeeded();
      const before = await button.boundingBox();
      await button.hover();
      expect(await button.boundingBox(), 'looked at').toEqual(before);
      await button.click();
      const choice = Number(await button.getAttribute('data-choice'));
      expect(await button.boundingBox(), 'picked').toEqual(before);
      await anna.foreshown(choice);
      expect(await button.boundingBox(), 'its chances are told').toEqual(before);
    }
    const tabs = anna.page.getByRole('tab');
    const places = () =>
      tabs.evaluateAll((all) =>
        all.map((tab) => [(tab as HTMLElement).offsetLeft, (tab as HTMLElement).offsetWidth]),
      );
    const before = await places();
    for (const tab of await tabs.all()) {
      await tab.click();
      expect(await places()).toEqual(before);
    }
  });

/** How far the record is from its end, in pixels; it has been told something. */
function fromEnd(who: Visitor): Promise<number> {
  return who
    .testid('log')
    .evaluate((log) =>
      log.querySelectorAll('.entry').length === 0
        ? Infinity
        : Math.round(log.scrollHeight - log.clientHeight - log.scrollTop),
    );
}

test('the record shows its end to player, onlooker and phone, while it grows and after a reload', async ({
  visit,
}) => {
  const [anna, bert, phone] = [await visit(), await visit(), await visit(PHONE)];
  const { id } = await anna.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
  const eyes = [anna, bert, phone];
  for (const one of eyes) {
    await one.go(`/game/${id}`);
    await one.testid('log').waitFor({ state: 'attached' });
  }
  for (const more of [12, 30, 60]) {
    let left = more;
    await anna.playOn(id, [0], () => left-- === 0);
    for (const one of eyes) await expect.poll(() => fromEnd(one)).toBeLessThanOrEqual(2);
  }
  for (const one of eyes) {
    await one.page.reload();
    await one.testid('log').waitFor({ state: 'attached' });
    await expect.poll(() => fromEnd(one)).toBeLessThanOrEqual(2);
  }
});
