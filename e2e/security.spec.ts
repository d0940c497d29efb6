import { readFile } from 'node:fs/promises';
import { endpoints } from '@florin/contract';
import { choosePassword, part, signIn } from './account-screens.ts';
import { signInAgain } from './authenticator-app.ts';
import { followMail } from './follow-mail.ts';
import { clientOf } from './members.ts';
import { expect, test } from './product.ts';
import { expectFieldError, toast } from './screen.ts';

const newPassword = 'lantern-over-the-harbour';

const originOf = (baseURL: string | undefined) => baseURL ?? '';

// Rules: sign-in-30
test('a forgotten password is reset by the mailed link, which works once and ends every session', async ({
  page,
  newMember,
  newBrowser,
  open,
  provoke,
  guard,
}) => {
  provoke(422);
  guard.tolerate(401);
  const member = await newMember();
  await open(page, member);
  await expect(page.getByText('No transactions yet')).toBeVisible();

  const visitor = await newBrowser();
  await visitor.goto('/login');
  await visitor.getByRole('link', { name: 'Forgot password' }).click();
  await expect(visitor.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await visitor.getByLabel('Email').fill(member.email);
  await visitor.getByRole('button', { name: 'Send link' }).click();
  await expect(visitor.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Send again' })).toBeDisabled();

  await followMail(visitor, member.email, /Set a new password/);
  await expect(visitor.getByRole('heading', { name: 'New password' })).toBeVisible();
  await expect(visitor).toHaveURL('/reset-password');
  await choosePassword(visitor, 'password1234');
  await expect(visitor.getByText('Common password: a live server would refuse it')).toBeVisible();
  await choosePassword(visitor, newPassword);
  await visitor.getByRole('button', { name: 'Save password' }).click();
  await expect(visitor.getByRole('heading', { name: 'Password changed' })).toBeVisible();

  await expect(member.api.call(endpoints.me)).rejects.toThrow(/sign in/);
  await expect(page).toHaveURL('/login');

  await visitor.getByRole('link', { name: 'Sign In' }).click();
  await signIn(visitor, member, newPassword);
  await expect(toast(visitor, 'Welcome back!')).toBeVisible();

  await followMail(visitor, member.email, /Set a new password/);
  await choosePassword(visitor, 'another-harbour-lantern');
  await visitor.getByRole('button', { name: 'Save password' }).click();
  await expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('an unknown address gets the same answer, and a token in the path leaves the address bar', async ({
  page,
  provoke,
}) => {
  provoke(422);
  await page.goto('/forgot-password');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expectFieldError(page.getByLabel('Email'), 'Please enter your email');
  await page.getByLabel('Email').fill('nobody-at-all@florin.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('If nobody-at-all@florin.example has an account, you’ll get a link')).toBeVisible();
  await page.goto('/reset-password/not-a-token');
  await expect(page).toHaveURL('/reset-password');
  await choosePassword(page, newPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Send a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

// Rules: profile-10, security-7
test('a new password ends the session in another browser and keeps this one', async ({
  page,
  newMember,
  newBrowser,
  open,
  provoke,
  guard,
}) => {
  provoke(400);
  guard.tolerate(401);
  const member = await newMember();
  const other = await newBrowser();
  await signIn(other, member, member.password);
  await expect(other).toHaveURL('/dashboard');

  await open(page, member, '/profile');
  await part(page, 'Security').getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await expect(dialog).toContainText('This ends your other session. You stay signed in here.');
  await dialog.getByLabel('Current password').fill('not-my-password');
  await choosePassword(page, newPassword);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expectFieldError(dialog.getByLabel('Current password'), 'Incorrect password.');
  await dialog.getByLabel('Current password').fill(member.password);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(toast(page, 'Password changed')).toBeVisible();
  await expect(part(page, 'Security')).toContainText('Changed today');

  await expect(other).toHaveURL('/login');
  await page.reload();
  await expect(part(page, 'Sessions').getByText('This device')).toBeVisible();
});

// Rules: security-15
test('a sign-in on a new device is reported and listed, and can be ended', async ({
  page,
  newMember,
  freshBrowser,
  open,
  guard,
}) => {
  guard.tolerate(401);
  const member = await newMember();
  await open(page, member, '/profile');
  const sessions = part(page, 'Sessions');
  await expect(sessions.getByText('This device')).toBeVisible();
  const phone = await freshBrowser({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  });
  await signIn(phone, member, member.password);
  await expect(phone).toHaveURL('/dashboard');

  await expect(page.getByRole('button', { name: /^Notifications, \d+ new$/ })).toBeVisible();
  await page.reload();
  const there = sessions.locator('.security_device').filter({ hasText: 'Safari on iPhone' });
  await expect(there).toContainText('New device');
  await there.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await expect(there).toHaveCount(0);
  await expect(phone).toHaveURL('/login');

  await page.goto(`/sandbox?to=${member.email}`);
  await expect(page.getByRole('listitem').filter({ hasText: 'New sign-in to your account' })).toContainText(
    'Safari on iPhone',
  );
});

test('ends all other sessions with one press', async ({ page, baseURL, newMember, open }) => {
  const member = await newMember();
  const first = await signInAgain(originOf(baseURL), member);
  const second = await signInAgain(originOf(baseURL), member);
  await open(page, member, '/profile');
  const sessions = part(page, 'Sessions');
  await expect(sessions.locator('.security_device')).toHaveCount(3);
  await sessions.getByRole('button', { name: 'Sign out all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click();
  await expect(sessions.locator('.security_device')).toHaveCount(1);
  for (const ended of [first, second]) await expect(ended.call(endpoints.me)).rejects.toThrow(/sign in/);
  await expect(member.api.call(endpoints.me)).resolves.toMatchObject({ email: member.email });
});

test('a member exports their data and closes the account once it is empty', async ({
  page,
  baseURL,
  newMember,
  open,
  provoke,
  guard,
}) => {
  provoke(409);
  guard.tolerate(401);
  const member = await newMember({ funds: { EUR: '5.00' } });
  const stranger = await newMember();
  await open(page, member, '/profile');
  const saved = page.waitForEvent('download');
  await part(page, 'Data and privacy').getByRole('button', { name: 'Download my data' }).click();
  const data: unknown = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(JSON.stringify(data)).toContain(member.email);
  expect(JSON.stringify(data)).not.toContain(stranger.email);

  await part(page, 'Data and privacy').getByRole('button', { name: 'Close account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close account' });
  await dialog.getByLabel('Current password').fill(member.password);
  await dialog.getByLabel(`Type ${member.email}`).fill(member.email);
  await dialog.getByRole('button', { name: 'Close forever' }).click();
  await expect(dialog.getByRole('status')).toContainText(/EUR|€|Euro/);

  await member.api.call(endpoints.sendMoney, {
    body: { recipient_email: stranger.email, amount: '4.90', currency: 'EUR' },
  });
  await dialog.getByRole('button', { name: 'Close forever' }).click();
  await expect(page).toHaveURL('/login');
  await expect(toast(page, 'Your account is closed')).toBeVisible();
  const again = clientOf(originOf(baseURL), null).call(endpoints.login, {
    body: { email: member.email, password: member.password },
  });
  await expect(again).rejects.toThrow('Incorrect email or password.');
});
