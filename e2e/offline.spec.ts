import { expectAccessible } from './accessible.ts';
import { send, type Member } from './members.ts';
import { expect, test } from './product.ts';
import { markDocument } from './screen.ts';
import { untilControlled } from './worker.ts';
import type { Page } from '@playwright/test';

const noNetwork = 'net::ERR_INTERNET_DISCONNECTED';
const bar = (page: Page) => page.getByText('You are offline.', { exact: true });
const total = (page: Page) => page.getByRole('region', { name: 'Balances' }).locator('.figure-hero');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

async function signIn(page: Page, { email, password }: Member, remember: boolean) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  if (remember) await page.getByLabel('Remember me').check();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
}

/** Signs in, waits for the balances, and waits until the app is cached. */
async function visit(page: Page, member: Member, remember: boolean) {
  await signIn(page, member, remember);
  await expect(total(page)).toHaveText('$250.00');
  await expect(page.getByRole('listitem').filter({ hasText: '+$250.00' }).first()).toBeVisible();
  await untilControlled(page);
  await expect.poll(() => stored(page)).toContain('250.00');
}

/** Returns all data that the browser has stored, except the signed-in user. */
const stored = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify(
      [...Object.entries(localStorage), ...Object.entries(sessionStorage)].filter(([key]) => key !== 'user'),
    ),
  );

/** Closes the app and opens it again without a network. */
async function reopenOffline(page: Page, path = '/dashboard') {
  const context = page.context();
  await context.setOffline(true);
  await page.close();
  const reopened = await context.newPage();
  await reopened.goto(path);
  return reopened;
}

async function expectRefused(page: Page, name: string) {
  await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true');
  await expect(button(page, name)).toHaveAccessibleDescription('You are offline');
}

// Rules: sign-in-17, app-4
test('the app shows the last balances with their time offline and rejects money actions', async ({
  freshBrowser,
  newMember,
  provoke,
}) => {
  provoke(noNetwork);
  const [nora, member] = [await newMember({ funds: { USD: '50.00' } }), await newMember({ funds: { USD: '250.00' } })];
  const browser = await freshBrowser({ serviceWorkers: 'allow' });
  await visit(browser, member, true);
  const page = await reopenOffline(browser);

  await expect(bar(page)).toBeVisible();
  await expect(total(page)).toHaveText('$250.00');
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText(/As of \d\d:\d\d/);
  await expect(page.getByRole('listitem').filter({ hasText: '+$250.00' }).first()).toBeVisible();
  for (const name of ['Add Funds', 'Withdraw', 'Exchange']) await expectRefused(page, name);

  await page.getByRole('region', { name: 'Quick Actions' }).getByRole('link', { name: 'Send Money' }).click();
  await expect(page.getByRole('heading', { name: 'Send Money', level: 1 })).toBeVisible();
  await page.getByLabel('Recipient email').fill(nora.email);
  await page.getByLabel('Amount', { exact: true }).fill('10');
  await expectRefused(page, 'Send');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('This needs a connection.').first()).toBeVisible();
  await page.goto('/transactions');
  await expect(page.getByText('This needs a connection.').first()).toBeVisible();

  await page.goto('/dashboard');
  await expect(total(page)).toHaveText('$250.00');
  const document = await markDocument(page);
  await send(nora, member, '7.00');
  await page.context().setOffline(false);
  await expect(bar(page)).toHaveCount(0);
  await expect(total(page)).toHaveText('$257.00');
  await expect(page.getByText('As of', { exact: false })).toHaveCount(0);
  await expect(button(page, 'Add Funds')).not.toHaveAttribute('aria-disabled');
  // The event stream is connected again.
  await send(nora, member, '1.00');
  await expect(total(page)).toHaveText('$258.00');
  await document.expectSame();

  await button(page, 'Account').click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).not.toMatch(/25\d\.00|florin-last-seen|florin-remembered/);
});

test('shows and stores nothing offline for a member who did not choose Remember me', async ({
  freshBrowser,
  newMember,
  provoke,
}) => {
  provoke(noNetwork);
  const browser = await freshBrowser({ serviceWorkers: 'allow' });
  await visit(browser, await newMember({ funds: { USD: '250.00' } }), false);
  const page = await reopenOffline(browser);
  await expect(bar(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('This needs a connection.');
  expect(await stored(page)).not.toContain('250.00');
  await page.context().setOffline(false);
  await expect(total(page)).toHaveText('$250.00');
});

test('a page outside the app shows an offline page and opens when the network returns', async ({
  freshBrowser,
  newMember,
  provoke,
}) => {
  provoke(503);
  const browser = await freshBrowser({ serviceWorkers: 'allow' });
  await visit(browser, await newMember({ funds: { USD: '250.00' } }), true);
  const page = await reopenOffline(browser, '/login');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Retry' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page).toHaveURL('/dashboard');
  await expect(total(page)).toHaveText('$250.00');
});

test('the offline screens are accessible and fit a phone', async ({ freshBrowser, newMember, provoke }) => {
  provoke(noNetwork, 503);
  const browser = await freshBrowser({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });
  await visit(browser, await newMember({ funds: { USD: '250.00' } }), true);
  const page = await reopenOffline(browser);
  for (const path of ['/dashboard', '/send', '/login']) {
    await page.goto(path);
    await expect(page.getByText('You are offline').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, `${path}, offline`);
  }
});
