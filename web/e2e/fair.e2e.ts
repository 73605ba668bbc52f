// Dice to which both contribute, without anybody doing anything for it.

import { expect, test, type Visitor } from './house';

async function contributions(who: Visitor): Promise<string[]> {
  await who.page.locator('#tab-talk').click();
  const mix = who.testid('dice-mix');
  await mix.locator('summary').click();
  const last = mix.locator('li').last();
  await last.getByText('Mixed into the dice').waitFor();
  return last.locator('code').allTextContents();
}

test('both pages contribute to a seed that was promised before, and show it', async ({ visit }) => {
  const anna = await visit({ prefs: { name: 'Anna' } });
  const ben = await visit({ prefs: { name: 'Ben' } });
  await anna.playByLink(ben);

  const [hers, his] = [await contributions(anna), await contributions(ben)];
  expect(hers, 'a promise and two contributions').toHaveLength(3);
  expect(new Set(hers).size, 'all of them different').toBe(3);
  expect(his).toEqual(hers);
  expect(await anna.testid('dice-waits').count(), 'nobody is waited for').toBe(0);
});
