import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { followMail } from './follow-mail.ts';
import { confirmationToken, password, send, uniqueEmail } from './members.ts';
import { expect, test } from './product.ts';
import { storedSession } from './screen.ts';

const asking = 'to raise your limits and get the money and requests that wait for you.';

/** Opening the link alone confirms nothing. */
const press = (page: Page) => page.getByRole('button', { name: 'Confirm my email' }).click();

async function signUp(page: Page, { name, email }: { name: string; email?: string }) {
  await page.getByLabel('Full Name').fill(name);
  if (email !== undefined) await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/dashboard');
}

test('whoever signs up finds the mail in the outbox, follows its link and is confirmed', async ({ page }) => {
  const email = uniqueEmail('lea');
  await page.goto('/signup');
  await signUp(page, { name: 'Léa Moreau', email });
  await page.getByRole('region', { name: 'Set up Florin' }).getByRole('link', { name: 'Open mail' }).click();
  await expect(page.getByRole('heading', { name: 'Sandbox' })).toBeVisible();
  await expect(page.getByText('no mail is sent')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: /^Open the link/ }).click();
  await press(page);

  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`${email} is yours.`);
  await expect(page).toHaveURL('/confirm-email');
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Profile & Settings' })).toBeVisible();
  await expect(page.getByText(asking)).toHaveCount(0);
});

test('the token is sent once, and the bar goes on every open screen', async ({ page, newMember, newBrowser, open }) => {
  const member = await newMember();
  await open(page, member, '/profile');
  await expect(page.getByText(asking)).toBeVisible();
  const mailbox = await newBrowser();
  const sent: string[] = [];
  mailbox.on('request', (request) => {
    if (request.url().endsWith('/auth/email/confirm')) sent.push(request.method());
  });
  await followMail(mailbox, member.email, 'Confirm your email address');
  await expect(mailbox.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  expect(sent).toEqual([]);
  await press(mailbox);
  await expect(mailbox.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await expect(mailbox.getByRole('link', { name: 'Log In' })).toBeVisible();
  expect(sent).toEqual(['POST']);
  await expect(page.getByText(asking)).toHaveCount(0);
});

test('a session that has run out keeps nobody from confirming their address', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(401);
  const member = await newMember();
  const token = await confirmationToken(member.api, member.email);
  await member.api.call(endpoints.logout);
  await open(page, member, `/confirm-email#${token}`);
  await press(page);
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
  expect(await storedSession(page)).toEqual({ token: null, user: null });
});

test('another mail can be had, and the bar can be put away for the visit', async ({ page, newMember, open }) => {
  const member = await newMember();
  await open(page, member, '/profile');
  const bar = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Not now' }) });
  await bar.getByRole('button', { name: 'Resend' }).click();
  await expect(bar).toContainText(`A new link is on its way to ${member.email}.`);
  await bar.getByRole('button', { name: 'Not now' }).click();
  await expect(bar).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.goto(`/sandbox?to=${member.email}`);
  await expect(page.getByRole('listitem')).toHaveCount(2);
});

test('a link that does not work offers another to a member and the login to a visitor', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(422);
  await page.goto('/confirm-email#not-a-token');
  await press(page);
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
  const member = await newMember();
  await page.goto('about:blank'); // another fragment alone would load nothing anew
  await open(page, member, '/confirm-email#not-a-token-either');
  await press(page);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText(`A new link is on its way to ${member.email}.`)).toBeVisible();
});

test('money sent to an unknown address invites, waits, and is there once the address is confirmed', async ({
  page,
  newMember,
  newBrowser,
}) => {
  const nora = await newMember({ funds: { USD: '100.00' } });
  const email = uniqueEmail('stranger');
  const sent = await send(nora, { email }, '5.00', 'Welcome');
  expect(sent.status).toBe('pending');

  await followMail(page, email, /Nora Lind/);
  await expect(page).toHaveURL(/\/signup/);
  await signUp(page, { name: 'Greta Strand', email });
  await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$0.00');

  const mailbox = await newBrowser();
  await followMail(mailbox, email, 'Confirm your email address');
  await press(mailbox);
  await expect(mailbox.getByText('1 payment that was waiting for you has arrived.')).toBeVisible();

  await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$5.00');
  await expect(page.getByRole('region', { name: 'Recent Transactions' })).toContainText('Received from Nora Lind');
  await expect(page.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();
  const line = await nora.api.call(endpoints.getTransaction, { params: { id: sent.id } });
  expect(line.status).toBe('completed');
});

test('the outbox follows by itself and can be filtered by address', async ({ page, newMember }) => {
  await page.goto('/sandbox');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  const member = await newMember();
  await expect(page.getByRole('listitem').filter({ hasText: member.email })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter by address' }).fill(member.email);
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('listitem')).toContainText('Confirm your email address');
});
