import { readFile } from 'node:fs/promises';
import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { factorCode, logOut, part, signIn } from './account-screens.ts';
import { authenticatorApp, turnOnTwoFactor } from './authenticator-app.ts';
import { addCard, clientOf } from './members.ts';
import { passkeyDevice } from './passkey-device.ts';
import { expect, test } from './product.ts';
import { expectFieldError, storedSession, toast } from './screen.ts';

const stepUp = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });
const originOf = (baseURL: string | undefined) => baseURL ?? '';

// Rules: profile-11
test('signing in with two-factor authentication accepts each code and recovery code only once', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(403, 422);
  const member = await newMember();
  await open(page, member, '/profile');
  await part(page, 'Security').getByRole('button', { name: 'Two-Factor Authentication' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two-Factor Authentication' });
  await dialog.getByLabel('Current password').fill(member.password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const app = authenticatorApp(await dialog.locator('.security_setupKey').innerText());
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await factorCode(page).fill('000000');
  await expectFieldError(factorCode(page), 'Incorrect or used code.');
  await factorCode(page).fill(app.code());

  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  const saved = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  const [recoveryCode = ''] = await codes.getByRole('listitem').allInnerTexts();
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(recoveryCode);
  await page.keyboard.press('Escape');
  await expect(codes).toContainText('Save your codes first.');
  await codes.getByText('I saved the codes in a safe place').click();
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(part(page, 'Security')).toContainText('on since today · 10 of 10 recovery codes left');

  await logOut(page);
  await signIn(page, member, member.password);
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
  expect(await storedSession(page)).toEqual({ token: null, user: null });
  const shown = app.code();
  await factorCode(page).fill(shown);
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');

  await logOut(page);
  await signIn(page, member, member.password);
  await factorCode(page).fill(shown);
  await expect(toast(page, 'Login failed. Please try again.')).toBeVisible();
  await expectFieldError(factorCode(page), 'Incorrect or used code');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');

  await logOut(page);
  await signIn(page, member, member.password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expectFieldError(page.getByLabel('Recovery code'), 'Incorrect or used code');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
});

// Rules: security-9
test('a withdrawal asks for the second factor and then happens once', async ({
  page,
  baseURL,
  newMember,
  open,
  provoke,
}) => {
  provoke(403, 422);
  const member = await newMember({ funds: { USD: '700.00' } });
  await addCard(member.api, 'tok_bank');
  const { app } = await turnOnTwoFactor(originOf(baseURL), member);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/wallets/withdrawals')) keys.push(request.headers()['idempotency-key']);
  });
  await open(page, member);
  await page.getByRole('article', { name: 'US Dollar' }).getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw' });
  await dialog.getByLabel('Amount', { exact: true }).fill('80');
  await dialog.locator('button[type=submit]').click();

  await stepUp(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toContainText('Confirm with your second factor first.');
  await dialog.locator('button[type=submit]').click();
  await expect(factorCode(page)).toBeFocused();
  await page.keyboard.type('123456');
  await expectFieldError(factorCode(page), 'Incorrect or used code.');
  await factorCode(page).fill(app.code());

  await expect(dialog.getByRole('heading', { name: '$80.00 is held' })).toBeVisible();
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[2]);
  const held = (await member.api.call(endpoints.listTransactions, { query: { type: 'withdrawal' } })).length;
  expect(held).toBe(1);
});

// Rules: profile-12
test('a first send asks for the second factor, names the payment and happens once', async ({
  page,
  baseURL,
  newMember,
  open,
  provoke,
}) => {
  provoke(403);
  const [member, jonas] = [await newMember({ funds: { USD: '100.00' } }), await newMember({ name: 'Jonas Weber' })];
  const { app } = await turnOnTwoFactor(originOf(baseURL), member);
  await open(page, member, '/send');
  const send = async () => {
    await page.getByLabel('Recipient email').fill(jonas.email);
    await page.getByLabel('Amount', { exact: true }).fill('25');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  };
  await send();
  await stepUp(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(
    toast(page, 'You have not paid this person before. Confirm with your second factor first.'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(stepUp(page)).toContainText(`To send $25.00 to ${jonas.email}, enter a new code`);
  await expectAccessible(page, 'the second factor once more');
  await factorCode(page).fill(app.code());
  await expect(toast(page, `Successfully sent USD 25.00 to ${jonas.email}`)).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(await member.api.call(endpoints.listTransactions, { query: { type: 'send' } })).toHaveLength(1);
});

test('a request of a new person asks for the second factor over the payment dialog', async ({
  page,
  baseURL,
  newMember,
  open,
  provoke,
}) => {
  provoke(403);
  const member = await newMember({ confirmed: true, funds: { USD: '100.00' } });
  const hana = await newMember({ name: 'Hana Sato' });
  await hana.api.call(endpoints.requestMoney, { body: { recipient_email: member.email, amount: '24.00' } });
  const { app } = await turnOnTwoFactor(originOf(baseURL), member);
  await open(page, member);
  const request = page.getByRole('article', { name: 'Hana Sato requested $24.00' });
  await request.getByRole('button', { name: 'Pay $24.48' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay Hana Sato' });
  await dialog.getByRole('button', { name: 'Pay $24.48' }).click();
  await stepUp(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toContainText('Confirm with your second factor first.');
  await dialog.getByRole('button', { name: 'Pay $24.48' }).click();
  await expect(stepUp(page)).toContainText('To pay this request, enter a new code');
  await factorCode(page).fill(app.code());
  await expect(toast(page, `Successfully sent USD 24.00 to ${hana.email}`)).toBeVisible();
  await expect(request).toHaveCount(0);
  expect(await member.api.call(endpoints.listTransactions, { query: { type: 'send' } })).toHaveLength(1);
});

test('one code covers all sensitive actions for ten minutes', async ({ page, baseURL, newMember, open, provoke }) => {
  provoke(403);
  const member = await newMember();
  const { app } = await turnOnTwoFactor(originOf(baseURL), member);
  await open(page, member, '/profile');
  const opener = part(page, 'Security').getByRole('button', { name: 'Two-Factor Authentication' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Two-Factor Authentication' });
  const password = dialog.getByLabel('Current password');
  await dialog.getByRole('button', { name: 'New recovery codes' }).click();
  await password.fill(member.password);
  await dialog.getByRole('button', { name: 'New recovery codes' }).click();
  await factorCode(page).fill(app.code());
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByText('I saved the codes in a safe place').click();
  await codes.getByRole('button', { name: 'Done' }).click();
  await opener.click();
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await password.fill(member.password);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(toast(page, 'Two-factor authentication is off')).toBeVisible();
  await expect(part(page, 'Security')).toContainText('Off. A stolen password alone is enough to sign in');
  await expect(opener).toBeFocused();
});

test.describe('with a browser that makes passkeys', () => {
  // A passkey needs a host name, so the same product is opened as localhost.
  test.use({ baseURL: `http://localhost:${process.env['FLORIN_E2E_PORT']}` });

  test('a passkey signs in without a password and counts as the second factor', async ({
    page,
    baseURL,
    newMember,
    open,
    provoke,
  }) => {
    provoke(403);
    const device = await passkeyDevice(page);
    const member = await newMember();
    const { email, password } = member;
    const earlier = await clientOf(originOf(baseURL), null).call(endpoints.login, { body: { email, password } });
    await open(page, member, '/profile');
    const passkeys = part(page, 'Passkeys');
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('Blue key');
    await dialog.getByLabel('Current password').fill(member.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await codes.getByText('I saved the codes in a safe place').click();
    await codes.getByRole('button', { name: 'Done' }).click();
    await expect(passkeys).toContainText('Added today · never used');

    await logOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(toast(page, 'Welcome back!')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');

    await logOut(page);
    await signIn(page, member, member.password);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page).toHaveURL('/dashboard');
    await logOut(page);

    // The earlier session has not confirmed a second factor.
    await open(page, { ...member, ...earlier }, '/profile');
    await passkeys.getByRole('button', { name: 'Remove passkey Blue key' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove Blue key?' });
    await removal.getByLabel('Current password').fill(member.password);
    await removal.getByRole('button', { name: 'Remove', exact: true }).click();
    await stepUp(page).getByRole('button', { name: 'Use a passkey' }).click();
    await expect(passkeys).toContainText('No passkeys yet.');
    await device.detach();
  });
});
