import { expect } from '@playwright/test';
import { batchFile, chooseBatchFile } from './batch-file.ts';
import { issue, writeDraft } from './invoice-draft.ts';
import { has, opens, press, says, type Screen } from './screen-list.ts';

export const taskScreens: readonly Screen[] = [
  { name: 'invoices', path: '/invoices', ready: says('No invoices yet') },
  { name: 'new invoice', path: '/invoices/new', ready: has('New invoice') },
  {
    name: 'a draft of an invoice',
    path: '/invoices/new',
    leadsTo: '/invoices/$id',
    ready: async (page) => {
      await writeDraft(page, 'Acme Ltd');
      await expect(page.getByRole('button', { name: 'Issue', exact: true })).toBeVisible();
    },
  },
  {
    name: 'the link of an invoice',
    path: '/invoices/new',
    leadsTo: '/i/$token',
    ready: async (page) => {
      await writeDraft(page, 'Acme Ltd');
      await page.goto(await issue(page));
      await says('Consulting')(page);
    },
  },
  { name: 'batch payouts', path: '/batch-payouts', ready: says('No files yet') },
  {
    name: 'a file that is too large',
    path: '/batch-payouts',
    ready: async (page) => {
      await chooseBatchFile(page, 'x'.repeat(1_000_001));
      await says('The file is larger than 1 MB.')(page);
    },
  },
  {
    name: 'a file with errors',
    path: '/batch-payouts',
    leadsTo: '/batch-payouts/$id',
    ready: async (page) => {
      await chooseBatchFile(page, batchFile(['nobody at elsewhere,1.234,CHF,,']));
      await has('3 errors in 1 row')(page);
    },
  },
  {
    name: 'start a batch payout',
    path: '/batch-payouts',
    leadsTo: '/batch-payouts/$id',
    ready: async (page) => {
      const rows = ['nobody@elsewhere.example,1.50,USD,Thanks,T-1', 'nobody@elsewhere.example,2.00,EUR,,'];
      await chooseBatchFile(page, batchFile(rows));
      await press(page, 'Start');
      await opens('Start 2 payments?')(page);
    },
  },
  { name: 'send', path: '/send', ready: says('Available') },
  {
    name: 'send, a contact and a request',
    path: '/send?to=nobody@elsewhere.example&amount=1',
    ready: async (page) => {
      await says('Waiting for you')(page);
      await page.getByRole('button', { name: /^Piet/ }).first().click();
    },
  },
  {
    name: 'send, to an address without an account',
    path: '/send?to=nobody@elsewhere.example&amount=1',
    ready: says('No Florin account has this address yet.'),
  },
  { name: 'pay', path: '/pay/nobody@elsewhere.example?amount=64&note=Tickets', ready: says('Your US Dollar balance') },
  {
    name: 'receive',
    path: '/receive',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Send Payment Request' }).click();
      await says('Please enter an amount')(page);
      await says('No open requests')(page);
    },
  },
  {
    name: 'Set an amount',
    path: '/receive',
    ready: async (page) => {
      await press(page, 'Set an amount');
      await opens('Set an amount')(page);
    },
  },
  {
    name: 'a request by link',
    path: '/receive',
    ready: async (page) => {
      await page.getByRole('form', { name: 'Request Money' }).getByLabel('Amount').fill('5');
      await press(page, 'Send Payment Request');
      await opens('Your link is ready')(page);
    },
  },
  {
    name: 'cancel a request',
    path: '/receive',
    ready: async (page) => {
      await page.getByRole('article').getByRole('button', { name: 'Cancel' }).first().click();
      await opens(/^Cancel the request/)(page);
    },
  },
  {
    name: 'Share via Email',
    path: '/receive',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Share via Email' }).click();
      await expect(page.getByRole('dialog')).toContainText('Email preview');
    },
  },
  {
    name: 'return from a card payment',
    path: '/card-return',
    ready: says('This link has no card payment'),
  },
  { name: 'transactions', path: '/transactions', ready: says('All Transactions (') },
  {
    name: 'transaction detail',
    path: '/transactions',
    ready: async (page) => {
      await page.getByRole('link', { name: /Bought Bitcoin/ }).click();
      await expect(page.getByRole('dialog')).toContainText('Balance after');
    },
  },
  {
    name: 'export menu',
    path: '/transactions',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'statement',
    path: '/transactions',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: /Statement/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'a business, for unverified people', path: '/business/new', ready: has('Verify your identity first') },
  { name: 'an invitation without a token', path: '/join-business', ready: has('This invitation is not valid') },
  { name: 'not found', path: '/no/such/page', ready: has('Page not found') },
];

export const tradeScreens: readonly Screen[] = [
  {
    name: 'buy, no coin',
    path: '/buy-crypto',
    ready: async (page) => {
      await says('Select a Cryptocurrency')(page);
      await expect(page.getByRole('button', { name: 'Favorite Bitcoin', exact: true })).toBeVisible();
    },
  },
  {
    name: 'buy, a coin, more than the plan allows',
    path: '/buy-crypto?coin=BTC',
    ready: async (page) => {
      await page.getByLabel('Amount', { exact: true }).fill('600');
      await says('Price held for')(page);
      await says('Over your limit.')(page);
    },
  },
  { name: 'sell', path: '/sell-crypto?coin=BTC', ready: says('Use Max') },
  {
    name: 'coin',
    path: '/crypto/BTC?range=1m',
    ready: async (page) => {
      await says('Cost with fees')(page);
      await page.getByRole('slider').focus();
      await says('Since then')(page);
    },
  },
  {
    name: 'coin, table',
    path: '/crypto/ETH',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Table' }).click();
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
];
