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
  await anna.go('/');
  await anna.testid('battle').first().getByTestId('play').click();
  const form = anna.testid('new-game');
  await form.getByText('A friend, by a link you send').click();
  await form.getByTestId('start').click();
  await anna.page.waitForURL(/#\/game\//);
  const field = anna.testid('invitation');
  if (!(await field.isVisible().catch(() => false))) await anna.page.getByRole('button', { name: 'Invitation link' }).click();
  await ben.page.goto(await field.inputValue());
  await ben.testid('take-seat').click();
  await ben.page.waitForURL(/#\/game\//);

  const [hers, his] = [await contributions(anna), await contributions(ben)];
  expect(hers, 'a promise and two contributions').toHaveLength(3);
  expect(new Set(hers).size, 'all of them different').toBe(3);
  expect(his).toEqual(hers);
  expect(await anna.testid('dice-waits').count(), 'nobody is waited for').toBe(0);
});
