import type { Transaction, Wallet } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { SendPage } from './send-page.tsx';
import { sentBody } from '../../../test/sent-body.ts';

type Answer = (body: unknown) => Response | Promise<Response>;
const sends: unknown[] = [];
let answerSend: Answer;

beforeEach(() => {
  sends.length = 0;
  answerSend = () => Response.json({});
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.startsWith('/api/wallets')) return Response.json([usdWallet]);
    if (url.startsWith('/api/transactions/send')) {
      sends.push(sentBody(init));
      return answerSend(sends.at(-1));
    }
    return Response.json(url.startsWith('/api/transactions') ? history : {});
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const usdWallet: Wallet = {
  currency: 'USD',
  balance: 500,
  balance_exact: '500.00',
  held: 0,
  held_exact: '0.00',
  available: 500,
  available_exact: '500.00',
};

const paid = (id: string, other: Pick<Transaction, 'to' | 'from' | 'counterparty'>): Transaction => ({
  id,
  type: other.to ? 'send' : 'receive',
  amount: -102,
  amount_exact: '-102.00',
  currency: 'USD',
  fee: 2,
  fee_exact: '2.00',
  counter_amount: 100,
  counter_amount_exact: '100.00',
  counter_currency: 'USD',
  status: 'completed',
  date: '2026-11-21T08:00:00.000Z',
  description: 'Sent',
  balance_after: 500,
  balance_after_exact: '500.00',
  ...other,
});

const history = [
  paid('3', { to: 'lea.moreau@florin.example', counterparty: 'Léa Moreau' }),
  paid('2', { from: 'jonas.weber@florin.example', counterparty: 'Jonas Weber' }),
  paid('1', { to: 'lea.moreau@florin.example', counterparty: 'Léa Moreau' }),
];

const open = async () => {
  const { router } = renderScreen(SendPage, { at: '/send' });
  await screen.findByText('Léa', { exact: false });
  await screen.findByText('Available', { exact: false });
  return router;
};
const fill = async (recipient: string, amount: string) => {
  if (recipient) await userEvent.type(screen.getByLabelText('Recipient email'), recipient);
  if (amount) await userEvent.type(screen.getByLabelText('Amount'), amount);
};
const press = () => userEvent.click(screen.getByRole('button', { name: /^Send/ }));
const errorAt = (label: string) => {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
};

test.each([
  ['', '', 'Please fill in all required fields', 'Recipient email'],
  ['', '0', 'Please fill in all required fields', 'Recipient email'],
  ['jonas@florin.example', '', 'Please fill in all required fields', 'Amount'],
  ['jonas@florin.example', '0', 'Amount must be greater than 0', 'Amount'],
  ['jonas@florin.example', '-5', 'Amount must be greater than 0', 'Amount'],
  ['jonas@florin.example', '1.005', 'An amount in USD has at most 2 decimals', 'Amount'],
  ['jonas', '0', 'Amount must be greater than 0', 'Amount'],
  ['jonas', '5', 'Enter an email such as name@example.com', 'Recipient email'],
  ['jonas@florin.example', 'ten', 'Enter the amount in digits, such as 50.25', 'Amount'],
])('to "%s" the amount "%s" is answered with "%s"', async (recipient, amount, sentence, field) => {
  await open();
  await fill(recipient, amount);
  await press();
  expect(errorAt(field)).toContain(sentence);
  expect(document.activeElement).toBe(screen.getByLabelText(field));
  expect((await screen.findAllByText(sentence)).some((each) => each.closest('[data-sonner-toast]'))).toBe(true);
  expect(sends).toEqual([]);
});

test('the sum follows the typing, and the button says what will leave the wallet', async () => {
  await open();
  await fill('', '10.01');
  const row = (label: string) => screen.getByText(label).parentElement?.textContent;
  expect(row('Fee (2%)')).toBe('Fee (2%)$0.21');
  expect(row('Total')).toBe('Total$10.22');
  expect(screen.getByRole('button', { name: 'Send $10.22' })).toBeDefined();
  expect(screen.getByText('balance will be', { exact: false }).textContent).toContain('$489.78');
});

test('too large a sum is said before, and can be tried all the same', async () => {
  answerSend = () =>
    Response.json(
      { detail: 'Insufficient balance: this needs $510.00.', code: 'insufficient_balance', request_id: 'r' },
      { status: 409 },
    );
  await open();
  await fill('jonas@florin.example', '500');
  expect(screen.getByText('Not enough', { exact: false }).parentElement?.textContent).toContain('Available is $500.00');
  await press();
  await waitFor(() => expect(errorAt('Amount')).toContain('Insufficient balance: this needs $510.00.'));
});

test('a contact is chosen, the money is sent once, and the dashboard follows', async () => {
  let settle = () => undefined as void;
  answerSend = () => new Promise((resolve) => (settle = () => resolve(Response.json({}))));
  const router = await open();
  const contacts = screen.getAllByRole('button', { pressed: false });
  expect(contacts.map((each) => each.querySelector('.s')?.textContent)).toEqual([
    'lea.moreau@florin.example',
    'jonas.weber@florin.example',
  ]);
  await userEvent.type(screen.getByLabelText('Search by name or email'), 'lea');
  await userEvent.click(screen.getByRole('button', { pressed: false }));
  await userEvent.selectOptions(screen.getByLabelText('Currency'), 'EUR');
  await fill('', '100');
  await press();
  const busy = screen.getByRole<HTMLButtonElement>('button', { name: 'Processing...' });
  expect(busy.disabled).toBe(true);
  settle();
  expect(await screen.findByText('Successfully sent EUR 100.00 to lea.moreau@florin.example')).toBeDefined();
  expect(sends).toEqual([{ recipient_email: 'lea.moreau@florin.example', amount: '100.00', currency: 'EUR' }]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

test('where the server gives no reason, the failure is said all the same', async () => {
  answerSend = () => new Response('Bad gateway', { status: 502 });
  await open();
  await fill('jonas@florin.example', '5');
  await press();
  const toasts = await screen.findByRole('region', { name: /Notifications/ });
  expect(await within(toasts).findByText('Failed to send money')).toBeDefined();
});
