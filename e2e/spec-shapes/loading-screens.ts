// A call that fails, the card that reports it, and the parts that keep working.

import type { Locator, Page } from '@playwright/test';
import type { LoadFailure } from './errors.ts';
import { region, says } from './screens.ts';

const here: readonly LoadFailure[] = ['a page in HTML', 'null', 'a server that is out of order'];
const there: readonly LoadFailure[] = ['JSON that is cut short', 'other types', 'a call that is not there'];

export type FailedCard = {
  /** The toast of the failure, if it has a toast (rules buy-26 and sell-16). */
  readonly message?: string;
  /** The card that reports the failure. */
  readonly fails: (page: Page) => Locator;
  /** Expects the other parts to work. */
  readonly stays: (page: Page) => Promise<void>;
};

type LoadingScreen = FailedCard & {
  readonly call: string;
  readonly path: string;
  /** The failures to test. Two screens of one call share these failures. */
  readonly by: readonly LoadFailure[];
};

/**
 * Groups that share one load of the app. The screens of one call follow each other, because a screen does not repeat an
 * answered call.
 */
export const loadingScreens: Readonly<Record<string, readonly LoadingScreen[]>> = {
  'what was paid, and the verification': [
    {
      call: 'GET /transactions',
      path: '/dashboard',
      by: here,
      fails: (page) => region(page, 'Recent Transactions'),
      stays: async (page) => says(page.getByRole('main'), 'Welcome back, Ines Okafor', '$17,800.15', 'Bitcoin'),
    },
    {
      call: 'GET /transactions',
      path: '/transactions',
      by: there,
      fails: (page) => page.getByRole('main'),
      stays: async (page) => says(page, 'Transaction History', 'Export'),
    },
    {
      call: 'GET /kyc/status',
      path: '/kyc',
      by: [...here, ...there],
      fails: (page) => page.getByRole('main'),
      stays: async (page) => says(page, 'KYC Verification'),
    },
  ],
  coins: [
    {
      call: 'GET /crypto/portfolio',
      path: '/dashboard',
      by: here,
      fails: (page) => region(page, 'Crypto Portfolio'),
      stays: async (page) => says(page.getByRole('main'), 'Welcome back, Ines Okafor', '€640.20', 'Dinner on Friday'),
    },
    {
      call: 'GET /crypto/portfolio',
      path: '/sell-crypto',
      by: there,
      message: 'Failed to load portfolio',
      fails: (page) => page.getByRole('main'),
      stays: async (page) => says(page.getByRole('heading', { level: 1 }), 'Sell Crypto'),
    },
    {
      call: 'GET /crypto/list',
      path: '/buy-crypto',
      by: [...here, ...there],
      message: 'Failed to load cryptocurrencies',
      fails: (page) => region(page, 'Cryptocurrencies'),
      stays: async (page) => says(page, 'Choose from 170+ cryptocurrencies'),
    },
  ],
};
