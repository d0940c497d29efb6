import { expect, type Page } from '@playwright/test';
import { navigate } from './navigate.ts';
import { has, press, says, type Screen } from './screen-list.ts';

/** Paths with their own HTML documents. All other screens belong to the app. */
const ownDocuments: readonly string[] = ['/', '/login', '/signup', '/forgot-password', '/reset-password'];

/** Navigates between visitor screens, without a reload if both belong to the app. */
export async function goAsVisitor(page: Page, path: string) {
  const ends = [page.url(), path].map((address) => new URL(address, page.url()));
  if (ends.some(({ pathname }) => ownDocuments.includes(pathname))) await page.goto(path);
  else await navigate(page, path);
}

export const publicScreens: readonly Screen[] = [
  { name: 'landing', path: '/', ready: has('Every cent') },
  { name: 'login', path: '/login', ready: says('Try the demo account') },
  {
    name: 'login refused',
    path: '/login',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Sign In' }).click();
      await says('Please fill in all fields')(page);
    },
  },
  { name: 'signup', path: '/signup', ready: says('Confirm Password') },
  {
    name: 'signup refused',
    path: '/signup',
    ready: async (page) => {
      await press(page, 'Create Account');
      await says('Please fill in all fields')(page);
    },
  },
  { name: 'forgotten password', path: '/forgot-password', ready: has('Forgot password') },
  { name: 'new password', path: '/reset-password#token', ready: says('Confirm new password') },
  { name: 'a payment link', path: '/pay/nobody@elsewhere.example?amount=64&note=Tickets', ready: has('Log in to pay') },
  { name: 'a payment link that is none', path: '/pay/nobody', ready: has('This link does not work') },
  { name: 'help', path: '/help', ready: has('Fees, limits and plans') },
  {
    name: 'an answer',
    path: '/help#fees',
    ready: says('Sending: 2%'),
  },
  { name: 'verify a file', path: '/verify', ready: has('Verify a file') },
  { name: 'public books', path: '/books', ready: has('Key and log') },
  { name: 'terms', path: '/terms', ready: has('Prices and fees') },
  { name: 'privacy', path: '/privacy', ready: has('How long we keep it') },
  { name: 'sandbox', path: '/sandbox', ready: says('Open the link') },
  { name: 'a confirmation without a token', path: '/confirm-email', ready: has('This link does not work') },
  { name: 'a change of email without a token', path: '/confirm-email-change', ready: has('This link does not work') },
];

export const newcomerScreens: readonly Screen[] = [
  {
    name: 'empty dashboard',
    path: '/dashboard',
    ready: async (page) => {
      await says('No transactions yet')(page);
      await expect(page.getByRole('region', { name: 'Set up Florin' })).toBeVisible();
    },
  },
  {
    name: 'notifications, none',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Notifications' }).click();
      await says('Nothing new')(page);
    },
  },
  { name: 'nothing to sell', path: '/sell-crypto', ready: says('No crypto holdings to sell') },
  { name: 'empty history', path: '/transactions', ready: says('No transactions found') },
];
