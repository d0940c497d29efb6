import type { Page } from '@playwright/test';
import { jpeg } from '../kyc-papers.ts';
import { fillPersonal, go, slot } from '../kyc-wizard.ts';
import { moments } from './moments.ts';
import { inWallet, press, turnOnTwoFactor } from './presses.ts';
import type { Screen } from './screen.ts';

const entry: readonly Screen[] = [
  { name: 'landing', at: '/', as: 'visitor' },
  { name: 'landing-signed-in', at: '/' },
  { name: 'login', at: '/login', as: 'visitor' },
  { name: 'signup', at: '/signup?plan=pro', as: 'visitor' },
  { name: 'signup-mistakes', at: '/signup', as: 'visitor', open: press('Create Account') },
  { name: 'forgot-password', at: '/forgot-password', as: 'visitor' },
  { name: 'reset-password', at: '/reset-password#token', as: 'visitor' },
  { name: 'confirm-email', at: '/confirm-email', as: 'visitor' },
  { name: 'not-found', at: '/nowhere' },
];

const money: readonly Screen[] = [
  { name: 'dashboard', at: '/dashboard' },
  { name: 'dashboard-new', at: '/dashboard', as: 'fresh' },
  { name: 'converter', at: '/dashboard?tab=converter' },
  { name: 'account-menu', at: '/dashboard', open: press('Account') },
  {
    name: 'notifications',
    at: '/dashboard',
    open: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
  },
  { name: 'add-funds', at: '/dashboard', open: inWallet('Add Funds') },
  { name: 'withdraw', at: '/dashboard', as: 'careful', open: inWallet('Withdraw') },
  { name: 'step-up', at: '/dashboard', as: 'careful', open: withdrawWithStepUp },
  { name: 'send', at: '/send?to=jonas.weber@florin.example' },
  { name: 'pay', at: '/pay/jonas.weber@florin.example?amount=64&note=Concert+tickets' },
  { name: 'pay-signed-out', at: '/pay/jonas.weber@florin.example?amount=64&note=Concert+tickets', as: 'visitor' },
  { name: 'receive', at: '/receive' },
  { name: 'transactions', at: '/transactions' },
  { name: 'transactions-none', at: '/transactions', as: 'fresh' },
  { name: 'transaction', at: '/transactions', open: (page) => page.locator('main').getByRole('link').first().click() },
  { name: 'sandbox', at: '/sandbox' },
];

const coins: readonly Screen[] = [
  { name: 'buy-empty', at: '/buy-crypto' },
  { name: 'buy', at: '/buy-crypto?coin=BTC' },
  {
    name: 'buy-over-plan',
    at: '/buy-crypto?coin=BTC',
    as: 'nearLimit',
    open: (page) => page.getByRole('textbox', { name: /^Amount/ }).fill('100'),
  },
  { name: 'coin', at: '/crypto/BTC?range=1m' },
  { name: 'sell', at: '/sell-crypto?coin=ETH' },
  { name: 'sell-none', at: '/sell-crypto', as: 'fresh' },
];

const people: readonly Screen[] = [
  { name: 'profile', at: '/profile' },
  { name: 'profile-new', at: '/profile', as: 'fresh' },
  { name: 'change-password', at: '/profile', open: press('Change Password') },
  { name: 'two-factor', at: '/profile', as: 'fresh', open: turnOnTwoFactor },
  { name: 'plans', at: '/profile', as: 'nearLimit', open: press('Change plan') },
  { name: 'change-plan', at: '/profile', as: 'nearLimit', open: changeToPro },
  { name: 'close-account', at: '/profile', as: 'fresh', open: press('Close account') },
  { name: 'kyc-1', at: '/kyc', as: 'fresh' },
  { name: 'kyc-1-mistakes', at: '/kyc', as: 'fresh', open: press('Continue') },
  { name: 'kyc-2', at: '/kyc', as: 'fresh', open: toDocument },
  { name: 'kyc-3', at: '/kyc', as: 'fresh', open: toSelfie },
  { name: 'kyc-in-review', at: '/kyc', as: 'waiting' },
  { name: 'kyc-needs-more', at: '/kyc', as: 'needsMore' },
  { name: 'kyc-denied', at: '/kyc', as: 'denied' },
  { name: 'kyc-verified', at: '/kyc', as: 'verified' },
  { name: 'operations', at: '/operations', as: 'operator' },
  { name: 'operations-case', at: '/operations', as: 'operator', open: openCase },
  { name: 'operations-needs-more', at: '/operations', as: 'operator', open: askForMore },
];

export const screens: readonly Screen[] = [...entry, ...money, ...coins, ...people, ...moments];

async function withdrawWithStepUp(page: Page) {
  await inWallet('Withdraw')(page);
  const dialog = page.getByRole('dialog', { name: 'Withdraw' });
  await dialog.getByLabel('Amount', { exact: true }).fill('80');
  await dialog.locator('button[type=submit]').click();
  await page.getByLabel('Six-digit code').waitFor();
}

async function changeToPro(page: Page) {
  await press('Change plan')(page);
  await press('Change to Pro')(page);
}

/** Skips steps that an earlier picture has already filled in. */
async function toDocument(page: Page) {
  const firstStep = page.getByLabel('First name');
  await firstStep
    .or(page.getByLabel('ID number'))
    .or(page.getByRole('button', { name: 'Take photo' }))
    .first()
    .waitFor();
  if (!(await firstStep.isVisible())) return;
  await fillPersonal(page, 'Lind');
  await go(page, 'Continue');
  await page.getByLabel('ID number').waitFor();
}

async function toSelfie(page: Page) {
  await toDocument(page);
  const idNumber = page.getByLabel('ID number');
  if (!(await idNumber.isVisible())) return;
  await idNumber.fill('CC482913');
  await slot(page, 'Photo of the document').setInputFiles(await jpeg(page, 'passport.jpg'));
  await page.getByRole('button', { name: 'Replace passport.jpg' }).waitFor();
  await go(page, 'Continue');
  await page.getByRole('button', { name: 'Take photo' }).waitFor();
}

async function openCase(page: Page) {
  await page.getByRole('region', { name: 'Identity queue' }).getByRole('button', { name: 'Vera Review' }).click();
  await page.getByRole('img', { name: 'Photo page of Vera Review' }).waitFor();
}

async function askForMore(page: Page) {
  await openCase(page);
  await press('Needs more…')(page);
}
