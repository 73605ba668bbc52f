// Accessibility, as far as a program can judge it: axe finds nothing on any page, in light and in dark.

import axe from 'axe-core';
import { expect, test, type Visitor } from './house';
import { tour } from './pages';

async function violations(who: Visitor): Promise<string[]> {
  // Not by a script element: the page allows none but its own.
  await who.page.evaluate(axe.source);
  // The picture of the ground is hidden from readers, and its thousands of shapes would take most of the time.
  return who.page.evaluate(async () => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(
      { exclude: [['.ground']] },
      { resultTypes: ['violations'] },
    );
    return found.violations.flatMap((fault) =>
      fault.nodes.map(
        (node) => `${fault.id}: ${node.target.join(' ')} (${node.failureSummary?.split('\n')[1]?.trim()})`,
      ),
    );
  });
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any page in ${theme}`, async ({ visit }) => {
    const anna = await visit({ colorScheme: theme });
    expect(await tour(anna, () => violations(anna))).toEqual([]);
  }, 240_000);
}

test('large French letters have room on the buttons, and the ending its place whether it is there or not', async ({
  visit,
}) => {
  const anna = await visit({
    locale: 'fr-FR',
    viewport: { width: 1024, height: 768 },
    prefs: { textSize: 1.6, stillness: true },
  });
  const { id } = await anna.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }]);
  const places = new Set<string>();
  for (const ends of [true, false]) {
    await anna.playOn(id, [0], (view) => !!view.question && !!view.question.ending === ends);
    await anna.go(`/game/${id}`);
    await anna.settled();
    await anna.fits();
    const buttons = await anna.testid('actions').evaluate((bar) =>
      [...bar.querySelectorAll('button')].map((button) => {
        const { clientWidth, clientHeight, scrollWidth, scrollHeight } = button;
        const cut = scrollWidth > clientWidth || scrollHeight > clientHeight;
        return `${button.dataset.testid}${cut ? ' is cut' : ''}`;
      }),
    );
    expect(buttons.filter((button) => button.endsWith('cut'))).toEqual([]);
    places.add(JSON.stringify(await anna.testid('give').boundingBox()));
  }
  expect([...places], 'the place of the button that gives an answer').toHaveLength(1);
});
