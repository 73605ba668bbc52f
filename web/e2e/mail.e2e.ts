// A mail address: given in the settings, confirmed in another browser by the link in the mail, stopped by another.

import { afterAll, beforeAll } from 'vitest';
import type * as W from '../src/lib/wire';
import { expect, picture, test, type Visitor } from './house';
import { link, PostOffice } from './post';
import { Program } from './program';

const ANNA = 'anna@example.org';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

let post: PostOffice;
let program: Program;

beforeAll(async () => {
  post = await PostOffice.open();
  program = await Program.start({ BERTHIER_SMTP: post.url });
});
afterAll(async () => {
  await program.remove();
  post.close();
});

/** What the server and the page say of the address. */
async function says(who: Visitor, state: W.MailState): Promise<void> {
  await who.page.locator(`[data-testid="mail-state"][data-state="${state}"]`).waitFor();
  expect((await who.api<W.Me>('GET', '/api/me')).mail).toBe(state);
}

async function openSettings(who: Visitor): Promise<void> {
  await who.go('/');
  await who.page.reload();
  await who.testid('settings').click();
  await who.testid('mail').waitFor();
}

async function look(who: Visitor, name: string): Promise<void> {
  await who.fits();
  await who.page.screenshot({ path: picture(name) });
}

test('an address is confirmed by a button behind the link in the mail, in any browser', async ({ visit }) => {
  const anna = await visit({ at: program.origin });
  await anna.go('/');
  await anna.api('POST', '/api/accounts', { name: 'anna', password: 'correct horse' });
  await openSettings(anna);
  const form = anna.testid('mail');
  await form.locator('input[type=email]').fill(ANNA);
  await form.getByRole('button', { name: 'Save' }).click();
  await says(anna, 'asked');
  await anna.testid('mail-state').scrollIntoViewIfNeeded();
  await look(anna, 'mail-asked');
  const first = await post.next();
  expect(first.to).toBe(ANNA);
  await anna.testid('mail-again').click();
  await form.getByText('on its way').waitFor();
  const mail = await post.next();
  expect(link(mail, 'stop')).toBe(link(first, 'stop'));

  const phone = await visit({ at: program.origin, ...PHONE });
  await phone.page.goto(link(mail, 'confirm'));
  await phone.testid('mail-confirm').waitFor();
  await phone.page.waitForTimeout(300);
  await says(anna, 'asked');
  await look(phone, 'mail-confirm-phone');
  await phone.testid('mail-confirm').click();
  await phone.page.getByText(`${ANNA} is confirmed`).waitFor();
  expect(await phone.context.cookies(), 'nobody signs in for it').toEqual([]);
  await openSettings(anna);
  await says(anna, 'confirmed');
  await anna.testid('mail-remove').scrollIntoViewIfNeeded();
  await look(anna, 'mail-confirmed');

  await phone.page.goto(link(mail, 'stop'));
  await phone.testid('mail-stop').waitFor();
  await look(phone, 'mail-stop-phone');
  await phone.testid('mail-stop').click();
  await phone.testid('mail-undo').waitFor();
  await openSettings(anna);
  await says(anna, 'stopped');
  await phone.testid('mail-undo').click();
  await phone.testid('mail-stop').waitFor();
  await openSettings(anna);
  await says(anna, 'confirmed');
  await anna.testid('mail-remove').click();
  await anna.testid('mail').getByText('The address is removed').waitFor();
  expect(await anna.testid('mail-state').count()).toBe(0);
  expect((await anna.api<W.Me>('GET', '/api/me')).notify.email).toBe('');
  expect(post.mails).toEqual([]);
});

test('a link that is not good says so, in French too, and the settings fit a phone', async ({ visit }) => {
  const bert = await visit({ at: program.origin, ...PHONE, prefs: { language: 'fr' } });
  await bert.go('/');
  await bert.api('POST', '/api/accounts', { name: 'bert', password: 'correct horse' });
  await bert.api('PUT', '/api/me/notify?lang=fr', { email: 'bert@example.org', webhook: '' });
  expect((await post.next()).to).toBe('bert@example.org');
  await openSettings(bert);
  await says(bert, 'asked');
  await bert.testid('mail-remove').scrollIntoViewIfNeeded();
  await look(bert, 'mail-asked-phone');
  await bert.page.keyboard.press('Escape');
  await bert.go(`/mail/confirm/${'0'.repeat(64)}`);
  await bert.testid('mail-confirm').click();
  await bert.page.getByText('Ce lien n’est plus valable').waitFor();
  // The browser's own word of what the server refused.
  bert.faults.splice(0);
});
