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
  }, 120_000);
}
