import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { walletOf } from '../../../test/wallet-of.ts';
import { SendPage } from './send-page.tsx';

let server: Record<string, () => Response>;

beforeEach(() => {
  server = { '/api/wallets': () => Response.json([walletOf('USD', '500.00'), walletOf('EUR', '500.00')]) };
  vi.stubGlobal('fetch', async (url: string) => server[url]?.() ?? new Response(null, { status: 404 }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const left = (exact: string) => ({ limit: 1000, limit_exact: '1000.00', left: Number(exact), left_exact: exact });
const limitsLeft = (day: string, month: string) => {
  server['/api/wallets/limits'] = () => Response.json({ day: left(day), month: left(month) });
};

async function enter(amount: string) {
  renderScreen(SendPage, { at: '/send' });
  await screen.findByText(/^Available/);
  await userEvent.type(screen.getByLabelText('Amount'), amount);
}
const typed = () => screen.getByLabelText<HTMLInputElement>('Amount').value;

test('an amount above the balance offers the largest amount that the wallet can pay with the fee', async () => {
  await enter('500');
  await userEvent.click(await screen.findByRole('button', { name: 'Use $490.19' }));
  expect(typed()).toBe('490.19');
  expect(screen.queryByText('Not enough', { exact: false })).toBeNull();
  // 490.19 and its fee of 9.81, rounded up, use the whole balance.
  expect(screen.getByText('balance will be', { exact: false }).textContent).toContain('$0.00');
});

test('an amount above the limit shows the rest of the limit and offers this amount', async () => {
  limitsLeft('100.00', '4000.00');
  await enter('100.01');
  expect(await screen.findByText(/^This is over your limit: \$100\.00 is left today\./)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Use $100.00' }));
  expect(typed()).toBe('100.00');
  expect(screen.queryByText(/over your limit/)).toBeNull();
});

test('the limit of a payment in euros counts in dollars', async () => {
  limitsLeft('1000.00', '100.00');
  await enter('91.75');
  await userEvent.selectOptions(screen.getByLabelText('Currency'), 'EUR');
  expect(await screen.findByText(/is left this month/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Use €91.74' }));
  expect(screen.queryByText(/over your limit/)).toBeNull();
});

test('the offered amount of a payment is within both the balance and the limit', async () => {
  limitsLeft('50.00', '4000.00');
  await enter('5000');
  expect(await screen.findByText('Not enough', { exact: false })).toBeDefined();
  await userEvent.click(await screen.findByRole('button', { name: 'Use $50.00' }));
  expect(screen.queryByText(/Not enough|over your limit/)).toBeNull();
});
