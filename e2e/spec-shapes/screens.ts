// The screens of the specification. Each screen has a text for a server with only the specification's fields, and a
// text for a member without data.

import { expect, type Locator, type Page } from '@playwright/test';
import { user } from './spec-data.ts';
import { ok, type Answers } from './spec-server.ts';

export type SpecScreen = {
  readonly name: string;
  readonly path: string;
  readonly heading: string | RegExp;
  readonly filled: (page: Page) => Promise<void>;
  readonly empty?: (page: Page) => Promise<void>;
};

export const nothingYet: Answers = {
  'GET /auth/me': ok({ ...user, balances: { usd: 0, eur: 0, gbp: 0 } }),
  'GET /transactions': ok([]),
  'GET /crypto/list': ok([]),
  'GET /crypto/portfolio': ok([]),
  'GET /kyc/status': ok({ status: 'none', level: 0, limits: { daily: 0, monthly: 0 } }),
};

export const region = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });
export const says = async (scope: Page | Locator, ...texts: (string | RegExp)[]) => {
  for (const text of texts) await expect(scope.getByText(text).first()).toBeVisible();
};

export const memberScreens: readonly SpecScreen[] = [
  {
    name: 'Dashboard',
    path: '/dashboard',
    heading: /Welcome back, Ines Okafor/,
    filled: async (page) => {
      const main = page.getByRole('main');
      await says(main, '$17,800.15');
      for (const text of ['Fiat Balance', '$12,480.55', '€640.20', '£75.00']) await expect(main).toContainText(text);
      const portfolio = region(page, 'Crypto Portfolio')
        .getByRole('listitem')
        .filter({ has: page.getByRole('link') });
      await expect(portfolio).toHaveCount(4);
      await expect(portfolio.first()).toContainText(/Bitcoin.*\$3,286\.14.*2\.41%/);
      const recent = region(page, 'Recent Transactions').getByRole('listitem');
      await expect(recent).toHaveCount(5);
      await expect(recent.nth(0)).toContainText(/Dinner on Friday.*To bo@florin\.example.*Completed.*−\$51\.00/);
      await expect(recent.nth(1)).toContainText(/Invoice 17.*From carla@florin\.example.*Pending.*\+€320\.50/);
      await expect(recent.nth(4)).toContainText(/Under review.*£10\.00/);
      await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText(/Active.*\$12,480\.55/);
      await expect(page.getByRole('article', { name: 'British Pound' })).toContainText(/Low.*£75\.00/);
    },
    empty: async (page) => {
      await says(page, 'No crypto holdings yet', 'No transactions yet');
      await expect(page.getByRole('article', { name: 'Euro' })).toContainText(/Low.*€0\.00/);
    },
  },
  {
    name: 'Currency Converter',
    path: '/dashboard?tab=converter',
    heading: /Welcome back/,
    filled: async (page) => says(page, '1 USD = 0.9200 EUR', 'Updated just now', '92.00'),
  },
  {
    name: 'Send Money',
    path: '/send',
    heading: 'Send Money',
    filled: async (page) => {
      await says(page, '$12,480.55', 'No contacts yet', 'Fee (2%)');
      await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
      await says(page, '€640.20');
    },
    empty: async (page) => says(page, '$0.00', 'No contacts yet'),
  },
  {
    name: 'Receive Money',
    path: '/receive',
    heading: 'Receive Money',
    filled: async (page) => says(page, 'ines@florin.example', /\/pay\/ines@florin\.example$/, 'Request Money'),
  },
  {
    name: 'Buy Crypto',
    path: '/buy-crypto',
    heading: 'Buy Crypto',
    filled: async (page) => {
      await says(page, 'Choose from 170+ cryptocurrencies', 'Select a Cryptocurrency', '$0.00001234');
      await page.getByRole('button', { name: /^Ethereum/ }).click();
      await says(page.getByRole('main'), '$381B', '24h low', 'Fee (1.5%)');
      await expect(page.getByLabel('Payment method')).toContainText('USD balance · $12,480.55');
      await expect(page.getByText('Not available on this server.').first()).toBeVisible();
    },
    empty: async (page) => says(page, 'No coins on offer', 'Select a Cryptocurrency'),
  },
  {
    name: 'Sell Crypto',
    path: '/sell-crypto?coin=ETH',
    heading: 'Sell Crypto',
    filled: async (page) => {
      const holdings = region(page, 'Your holdings');
      await expect(holdings.getByRole('button', { name: /^Bitcoin/ })).toContainText(/\$3,286\.14.*0\.05120000 BTC/);
      await says(page, 'Available balance', '$1,584.01', 'Use Max', 'Fee (1%)');
    },
    empty: async (page) => says(page, 'No crypto holdings to sell'),
  },
  {
    name: 'a coin',
    path: '/crypto/BTC',
    heading: /Bitcoin/,
    filled: async (page) => {
      await says(page.getByRole('main'), /\$64,182/, '2.41%', '$1.26T', '0.05120000', 'Bought Bitcoin');
      await expect(page.getByText('Dinner on Friday')).toHaveCount(0);
    },
  },
  {
    name: 'Transaction History',
    path: '/transactions',
    heading: 'Transaction History',
    filled: async (page) => {
      await says(page, 'All Transactions (6)');
      const rows = page.locator('a.transactions_rowTransaction');
      await expect(rows).toHaveCount(6);
      await expect(rows.nth(0)).toContainText(/Dinner on Friday.*To bo@florin\.example.*Completed.*−\$51\.00/);
      await expect(rows.nth(2)).toContainText(/Bought Bitcoin.*0\.00779029 BTC.*−\$507\.50/);
      await expect(rows.nth(4)).toContainText(/Sell Crypto.*Under review.*£10\.00/);
      await expect(rows.nth(5)).toContainText('Received from dan@florin.example');
    },
    empty: async (page) => says(page, 'All Transactions (0)', 'No transactions found', 'Try adjusting your filters'),
  },
  {
    name: 'a transaction',
    path: '/transactions?id=tx-1',
    heading: 'Transaction History',
    filled: async (page) => {
      const drawer = page.getByRole('dialog', { name: 'Dinner on Friday' });
      for (const text of ['Completed', '−$51.00', 'bo@florin.example', 'tx-1'])
        await expect(drawer).toContainText(text);
    },
    empty: async (page) => says(page.getByRole('dialog'), 'Not Found'),
  },
  {
    name: 'KYC Verification',
    path: '/kyc',
    heading: 'KYC Verification',
    filled: async (page) => says(page, '1/3', 'Personal Info', '$1,000'),
    empty: async (page) => says(page, '1/3', 'Personal Info'),
  },
  {
    name: 'Profile & Settings',
    path: '/profile',
    heading: 'Profile & Settings',
    filled: async (page) => {
      await says(page, 'Manage your account and preferences', 'ines@florin.example', 'KYC Status: Level 1', 'Default');
      await expect(page.getByText('Verified Account')).toHaveCount(0);
      for (const [name, on] of [
        ['Email', true],
        ['Push', true],
        ['SMS', false],
      ] as const)
        await expect(page.getByRole('switch', { name: `${name} Notifications` })).toBeChecked({ checked: on });
      for (const name of ['Change Password', 'Two-Factor Authentication', 'Add New', 'Log Out'])
        await expect(page.getByRole('button', { name })).toBeVisible();
    },
  },
  {
    name: 'Notifications',
    path: '/notifications',
    heading: 'Notifications',
    filled: async (page) => says(page, 'Nothing new'),
  },
  {
    name: 'a payment link',
    path: '/pay/bo@florin.example?amount=5',
    heading: 'Send Money',
    filled: async (page) => says(page, '$5.00', '$5.10'),
  },
];

export const visitorScreens: readonly SpecScreen[] = [
  {
    name: 'Landing page',
    path: '/',
    heading: /Every cent/,
    filled: async (page) => says(page, '50M+', '$9.99', '170+'),
  },
  { name: 'Login', path: '/login', heading: /./, filled: async (page) => says(page, 'Sign In', 'Remember me') },
  {
    name: 'Signup',
    path: '/signup',
    heading: /./,
    filled: async (page) => says(page, 'Full Name', 'Confirm Password'),
  },
  { name: 'a forgotten password', path: '/forgot-password', heading: /./, filled: async (page) => says(page, 'Email') },
  {
    name: 'a payment link',
    path: '/pay/bo@florin.example?amount=5',
    heading: /./,
    filled: async (page) => says(page, '$5.00'),
  },
];
