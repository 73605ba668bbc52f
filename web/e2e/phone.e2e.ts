// A phone, 390 pixels wide: nothing scrolls to the side, everything can be reached with a finger.

import { expect, test, type Visitor } from './house';
import { tour } from './pages';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** What can be worked but cannot be brought wholly between the edges of the screen, or is too small for a finger. */
function outOfReach(who: Visitor): Promise<string[]> {
  return who.page.evaluate(() => {
    const faults: string[] = [];
    const inText = (thing: HTMLElement) => thing.tagName === 'A' && !thing.classList.contains('button');
    const top = document.querySelector('dialog[open]') ?? document;
    for (const thing of top.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, summary',
    )) {
      if (!thing.checkVisibility({ visibilityProperty: true })) continue;
      const name = `${thing.tagName} ${thing.innerText.slice(0, 30) || thing.getAttribute('aria-label') || thing.getAttribute('type')}`;
      thing.scrollIntoView({ block: 'center', inline: 'nearest' });
      // A tick is worked by its label too.
      const box = (thing.closest('label') ?? thing).getBoundingClientRect();
      if (box.width < 2) continue;
      if (box.left < -1 || box.right > innerWidth + 1)
        faults.push(`${name}: from ${box.left} to ${box.right}`);
      else if (box.bottom < 1 || box.top > innerHeight - 1)
        faults.push(`${name}: at ${box.top}, out of sight`);
      else if (box.height < 24 && !inText(thing)) faults.push(`${name}: only ${box.height} high`);
    }
    return faults;
  });
}

test('every page fits a phone, and everything on it can be reached', async ({ visit }) => {
  const anna = await visit(PHONE);
  const faults = await tour(anna, async () => {
    const wide = await anna.page.evaluate(() => document.documentElement.scrollWidth);
    return [...(wide > 390 ? [`${wide} wide`] : []), ...(await outOfReach(anna))];
  });
  expect(faults).toEqual([]);
}, 240_000);

test('a battle fits a phone with the largest text, in the language of the longer words', async ({
  visit,
}) => {
  const anna = await visit({ ...PHONE, locale: 'fr-FR', prefs: { textSize: 1.5, language: 'fr' } });
  const { id } = await anna.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
  await anna.go(`/game/${id}`);
  await anna.settled();
  expect(await anna.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await outOfReach(anna)).toEqual([]);
});

test('a few decisions with a finger, on the map and on the list', async ({ visit }) => {
  const anna = await visit({ ...PHONE, prefs: { confirm: 'always' } });
  await anna.go('/');
  await anna.testid('learn').tap();
  await anna.settled();
  const lesson = anna.testid('lesson-seen');
  if (await lesson.isVisible()) await lesson.tap();
  let byMap = 0;
  for (let n = 0; n < 8; n++) {
    await anna.settled();
    const asked = await anna.questionId();
    // A lit counter on the map, if there is one in sight: the decision narrows to it, or it is picked.
    const lit = await anna.litCounter();
    if (lit) {
      await anna.page.touchscreen.tap(lit.x, lit.y);
      byMap += 1;
    }
    const picked = anna.page.locator('[data-testid="decision"] button[aria-pressed="true"]');
    if ((await picked.count()) === 0)
      await anna.pick(
        Number(
          await anna.page
            .locator(':is([data-testid="decision"], [data-testid="actions"]) button[data-choice]')
            .first()
            .getAttribute('data-choice'),
        ),
        'tap',
      );
    await anna.confirm(asked, 'tap');
  }
  expect(byMap).toBeGreaterThan(0);
  await anna.fits();
});

/** An answer as it was given, and what stood beside its button then. */
interface Given {
  choice: number;
  of: string | undefined;
  throws: boolean;
  inView: boolean;
}

test('no die falls before its odds have been in view, however fast the taps', async ({ visit }) => {
  const anna = await visit(PHONE);
  await anna.page.addInitScript(() => {
    const given: Given[] = [];
    Object.assign(window, { given });
    const fetched = window.fetch;
    window.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      if (address.includes('/answer') && typeof init?.body === 'string') {
        const odds = document.querySelector<HTMLElement>('[data-testid="odds"]');
        const rows = [...(odds?.querySelectorAll('.head, li:first-child') ?? [])];
        given.push({
          choice: (JSON.parse(init.body) as { choice: number }).choice,
          of: odds?.dataset.of,
          throws: /Dice at once/.test(document.querySelector('[data-testid="side"]')?.textContent ?? ''),
          inView: rows.every((row) => {
            const { left, top, height } = row.getBoundingClientRect();
            return row.contains(document.elementFromPoint(left + 3, top + height / 2));
          }),
        });
      }
      return fetched(input, init);
    };
  });
  const { id } = await anna.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
  await anna.go(`/game/${id}`);
  const given = () => anna.page.evaluate(() => (window as unknown as { given: Given[] }).given);
  const thrown = async () => (await given()).filter((one) => one.throws);
  // Some answers; more of them where the first throw no dice.
  for (let n = 0; n < 14 || (n < 80 && (await thrown()).length === 0); n++) {
    if ((await anna.settled()) === 'outcome') break;
    const asked = await anna.questionId();
    if (await anna.testid('lesson-seen').isVisible()) await anna.testid('lesson-seen').tap();
    await anna.testid('hint').tap();
    for (let k = 0; k < 60 && (await anna.questionId()) === asked; k++) {
      await anna
        .testid('give')
        .tap({ timeout: 500 })
        .catch(() => undefined);
      await anna.page.waitForTimeout(40);
    }
  }
  expect((await thrown()).length).toBeGreaterThan(0);
  expect((await thrown()).filter((one) => one.of !== String(one.choice) || !one.inView)).toEqual([]);
}, 240_000);
