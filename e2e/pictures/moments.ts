// Temporary states and error states of screens: filled in, confirming, done, loading, offline.

import type { Page } from '@playwright/test';
import { factorCode } from '../account-screens.ts';
import { authenticatorApp } from '../authenticator-app.ts';
import { openAccount } from '../members.ts';
import { holdCalls } from '../screen.ts';
import { inWallet, press, turnOnTwoFactor } from './presses.ts';
import type { Screen } from './screen.ts';

const amount = (page: Page) => page.getByLabel('Amount', { exact: true });
const submit = (page: Page) => page.getByRole('main').locator('button[type=submit]').click();

export const moments: readonly Screen[] = [
  { name: 'dashboard-loading', at: '/dashboard', open: loading },
  { name: 'dashboard-failed', at: '/dashboard', open: failing },
  { name: 'dashboard-offline', at: '/dashboard', open: offline },
  { name: 'dashboard-hidden', at: '/dashboard', open: press('Hide balance') },
  { name: 'dashboard-table', at: '/dashboard', open: press('Show as table') },
  { name: 'exchange', at: '/dashboard', open: exchange },
  {
    name: 'send-filled',
    at: '/send?to=jonas.weber@florin.example&amount=25',
    open: (page) => page.waitForTimeout(800),
  },
  { name: 'send-question', at: '/send?to=new.friend@florin.example&amount=25', open: submit },
  { name: 'buy-filled', at: '/buy-crypto?coin=ETH', open: (page) => amount(page).fill('100') },
  { name: 'buy-loading', at: '/buy-crypto', open: loading },
  { name: 'sell-filled', at: '/sell-crypto?coin=ETH', open: press('Use Max') },
  { name: 'send-offline', at: '/send?to=jonas.weber@florin.example&amount=25', open: offline },
  { name: 'transactions-failed', at: '/transactions', open: failing },
  { name: 'transactions-loading', at: '/transactions', open: loading },
  { name: 'profile-edit', at: '/profile', open: press('Edit') },
  { name: 'add-payment-method', at: '/profile', open: press('Add New') },
  { name: 'two-factor-code', at: '/profile', as: 'fresh', open: toFactorCode },
  { name: 'recovery-codes', at: '/login', as: 'visitor', open: toRecoveryCodes },
];

async function exchange(page: Page) {
  await inWallet('Exchange')(page);
  const dialog = page.getByRole('dialog', { name: 'Exchange' });
  await dialog.getByRole('textbox', { name: /^From/ }).fill('500');
  await dialog.getByText(/^Rate held for/).waitFor();
}

/** Reloads the page with responses that never arrive. */
async function loading(page: Page) {
  await holdCalls(page, 'GET', '/**');
  await page.reload({ waitUntil: 'domcontentloaded' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(1_000);
}

/**
 * Reloads the page while the server fails all calls except the session check. Without the session check the session
 * would end.
 */
async function failing(page: Page) {
  await page.route(/\/api\/(?!auth\/me)/, (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await page.getByRole('button', { name: 'Retry' }).first().waitFor();
}

async function offline(page: Page) {
  await page.context().setOffline(true);
  await page
    .getByText(/offline/i)
    .first()
    .waitFor();
}

async function toFactorCode(page: Page) {
  await turnOnTwoFactor(page);
  await press('Continue')(page);
  await factorCode(page).waitFor();
}

/** Creates a new member for each picture. The member sets up two-factor authentication. */
async function toRecoveryCodes(page: Page) {
  const { origin } = new URL(page.url());
  const { token, user } = await openAccount(origin, { name: 'Clara Holm' });
  await page.evaluate(
    ([t, u]) => {
      localStorage.setItem('token', t);
      localStorage.setItem('user', u);
    },
    [token, JSON.stringify(user)] as const,
  );
  await page.goto(`${origin}/profile`);
  await turnOnTwoFactor(page);
  const app = authenticatorApp(await page.getByRole('dialog').locator('.security_setupKey').innerText());
  await press('Continue')(page);
  await factorCode(page).fill(app.code());
  await press('Turn on')(page);
  await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor();
}
