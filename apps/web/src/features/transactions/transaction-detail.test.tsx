import type { Transaction } from '@florin/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lostAnswers } from '../../../test/lost-answers.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { bankDepositOf, heldSendOf, transactionOf, withdrawalOf } from '../../../test/transaction-of.ts';
import { TransactionsPage } from './transactions-page.tsx';

type Call = { url: string; method: string; key: string | null };
const calls: Call[] = [];
let transaction: Transaction;
let cancelResponse: () => Response | Promise<Response>;
let otherResponse: () => Response | Promise<Response>;

beforeEach(() => {
  calls.length = 0;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers }: RequestInit) => {
    calls.push({ url, method, key: new Headers(headers).get('idempotency-key') });
    if (method === 'POST') return cancelResponse();
    if (url === '/api/transactions/other') return otherResponse();
    return Response.json(url.startsWith('/api/transactions?') ? [transaction] : transaction);
  });
  vi.stubGlobal('IntersectionObserver', NeverIntersecting);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

class NeverIntersecting {
  observe() {}
  disconnect() {}
}

async function openDrawer(shown: Transaction) {
  transaction = shown;
  const { router } = renderScreen(TransactionsPage, { at: `/transactions?id=${shown.id}` });
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByText('Transaction ID');
  return Object.assign(drawer, { router });
}

const figuresOf = (drawer: HTMLElement) => [...drawer.querySelectorAll('dl > div')].map((each) => each.textContent);
const stepsOf = (drawer: HTMLElement) => [...drawer.querySelectorAll('ol > li')].map((each) => each.textContent);

test('a pending send shows its fee, its deadline and its next step', async () => {
  const drawer = await openDrawer(heldSendOf());
  expect(within(drawer).getByText('Pending')).toBeDefined();
  expect(drawer.textContent).toContain('Returns to you on December 21 if unclaimed.');
  expect(figuresOf(drawer)).toEqual(
    expect.arrayContaining(['Tonina.berg@florin.example', 'Amount$25.00', 'Fee (2%)$0.50', 'Total$25.50']),
  );
  expect(stepsOf(drawer)).toEqual([
    expect.stringMatching(/^Held, invitation emailedToday, \d\d:\d\d$/),
    'Waiting to be claimedUpcoming',
  ]);
});

test('a send with an earlier fee rate shows no percentage', async () => {
  const drawer = await openDrawer(heldSendOf({ fee: 0.25, fee_exact: '0.25', amount: -25.25, amount_exact: '-25.25' }));
  expect(figuresOf(drawer)).toEqual(expect.arrayContaining(['Amount$25.00', 'Fee$0.25', 'Total$25.25']));
});

test('a withdrawal shows its steps, and upcoming steps have no time', async () => {
  const drawer = await openDrawer(
    withdrawalOf({
      can_cancel: false,
      timeline: [
        { step: 'started', at: '2026-10-24T09:12:00.000Z' },
        { step: 'sent_to_bank', at: '2026-10-24T09:12:03.000Z' },
        { step: 'completed', at: null },
      ],
    }),
  );
  expect(stepsOf(drawer)).toEqual([
    expect.stringMatching(/^Withdrawal startedOct 24/),
    expect.stringMatching(/^Sent to the bankOct 24/),
    'In your bank accountUpcoming',
  ]);
  expect(figuresOf(drawer)).toEqual(expect.arrayContaining(['ToBank account •••• 6789', 'Held€50.00']));
  expect(within(drawer).queryByRole('button', { name: /^Cancel/ })).toBeNull();
});

test('a returned withdrawal is struck out, charges nothing and shows the reason', async () => {
  const at = new Date().toISOString();
  const drawer = await openDrawer(
    withdrawalOf({
      status: 'returned',
      amount: 0,
      amount_exact: '0.00',
      can_cancel: false,
      reason: 'Your bank couldn’t find this account.',
      timeline: [
        { step: 'started', at },
        { step: 'sent_to_bank', at },
        { step: 'returned', at },
      ],
    }),
  );
  expect(drawer.querySelector('s')?.textContent).toBe('−€50.00');
  expect(drawer.textContent).toContain('Your bank couldn’t find this account.');
  expect(figuresOf(drawer)).toEqual(expect.arrayContaining(['Amount€50.00', 'Charged€0.00']));
  expect(stepsOf(drawer).at(-1)).toMatch(/^Returned to your wallet/);
});

test('a pending deposit shows the amount to be added', async () => {
  const drawer = await openDrawer(bankDepositOf());
  expect(drawer.querySelector('.figure-large')?.textContent).toBe('+$100.00');
  expect(figuresOf(drawer)).toEqual(expect.arrayContaining(['FromBank account •••• 6789', 'To be added$100.00']));
});

test('a bank transfer names the payer in its title and has no steps', async () => {
  const drawer = await openDrawer(
    bankDepositOf({
      status: 'completed',
      amount_exact: '25.00',
      description: 'Added by bank transfer from Ines Almeida',
      payment_method: 'Bank transfer',
    }),
  );
  expect(within(drawer).getAllByText('Added by bank transfer from Ines Almeida').length).toBeGreaterThan(0);
  expect(figuresOf(drawer)).toEqual(expect.arrayContaining(['Payment methodBank transfer', 'Added$25.00']));
  expect(figuresOf(drawer).filter((figure) => figure?.startsWith('From'))).toEqual([]);
  expect(stepsOf(drawer)).toEqual([]);
});

test.each([
  ['out', '-100.50', '0.50', '91.20', 'EUR', ['You got€91.20', 'Exchanged$100.00', 'Fee (0.5%)$0.50', 'Total$100.50']],
  ['in', '91.20', '0.00', '100.00', 'EUR', ['Exchanged€100.00', 'You got$91.20']],
])('the figures of an exchange add up on the side that goes %s', async (_, amount, fee, counter, other, figures) => {
  const drawer = await openDrawer(
    transactionOf({
      type: 'exchange',
      amount_exact: amount,
      fee_exact: fee,
      counter_amount_exact: counter,
      counter_currency: other,
      rate: '0.912000',
    }),
  );
  expect(figuresOf(drawer)).toEqual(expect.arrayContaining([...figures, 'Rate1 USD = 0.912000 EUR']));
});

test('a pending send is canceled once after a confirmation, even on a double click', async () => {
  const user = userEvent.setup();
  const drawer = await openDrawer(heldSendOf());
  expect(drawer.querySelector('.figure')?.textContent).toBe('−$25.50');
  cancelResponse = () => {
    const reserved = { reserved: 25.5, reserved_exact: '25.50' };
    transaction = heldSendOf({ status: 'cancelled', amount: 0, amount_exact: '0.00', can_cancel: false, ...reserved });
    return Response.json(transaction);
  };
  await user.click(within(drawer).getByRole('button', { name: 'Cancel send' }));
  expect(drawer.textContent).toContain('$25.50 becomes available in your US Dollar wallet.');
  expect(drawer.textContent).toContain('nina.berg@florin.example can no longer claim it.');
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await user.dblClick(within(drawer).getByRole('button', { name: 'Cancel send' }));
  expect(await screen.findByText('Send canceled')).toBeDefined();
  await waitFor(() => expect(drawer.querySelector('s')?.textContent).toBe('−$25.50'));
  expect(figuresOf(drawer)).toEqual(expect.arrayContaining(['Amount$25.00', 'Fee$0.50', 'Charged$0.00']));
  expect(within(drawer).getByText('Canceled')).toBeDefined();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([
    { url: '/api/transactions/h41/cancel', method: 'POST', key: expect.stringMatching(/^[\da-f-]{36}$/) },
  ]);
});

test('a transaction that can no longer be canceled shows the server’s error', async () => {
  const user = userEvent.setup();
  const drawer = await openDrawer(withdrawalOf());
  const detail = 'This can no longer be canceled.';
  cancelResponse = () => Response.json({ detail, code: 'not_cancellable', request_id: 'r' }, { status: 409 });
  await user.click(within(drawer).getByRole('button', { name: 'Cancel withdrawal' }));
  expect(drawer.textContent).toContain('No money goes to Bank account •••• 6789.');
  await user.click(within(drawer).getByRole('button', { name: 'Cancel withdrawal' }));
  expect(await within(drawer).findByText(detail)).toBeDefined();
  expect(within(drawer).queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull();
});

test('the button “Keep it” is disabled while the cancellation is in progress', async () => {
  const answer = Promise.withResolvers<Response>();
  const drawer = await openDrawer(heldSendOf());
  cancelResponse = () => answer.promise;
  await userEvent.click(within(drawer).getByRole('button', { name: 'Cancel send' }));
  await userEvent.click(within(drawer).getByRole('button', { name: 'Cancel send' }));
  expect(within(drawer).getByRole('button', { name: 'Keep it' })).toHaveProperty('disabled', true);
  answer.reject(new TypeError('network error'));
  expect(await within(drawer).findByText('The server did not answer. Try again: this is safe.')).toBeDefined();
  expect(within(drawer).getByRole('button', { name: 'Keep it' })).toHaveProperty('disabled', false);
});

test('the drawer does not show the previous transaction while another transaction loads or fails', async () => {
  const answer = Promise.withResolvers<Response>();
  otherResponse = () => answer.promise;
  const { router } = await openDrawer(heldSendOf());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(() => router.navigate({ to: '/transactions', search: { id: 'other' } }));
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.queryByText('Transaction ID')).toBeNull();
  answer.resolve(
    Response.json({ detail: 'No such transaction.', code: 'not_found', request_id: 'r' }, { status: 404 }),
  );
  expect(await drawer.findByText('No such transaction.')).toBeDefined();
  expect(drawer.queryByRole('button', { name: 'Cancel send' })).toBeNull();
});

test.each(lostAnswers)('a cancellation can be retried after %s', async (_, lost) => {
  const user = userEvent.setup();
  const drawer = await openDrawer(heldSendOf());
  cancelResponse = lost;
  await user.click(within(drawer).getByRole('button', { name: 'Cancel send' }));
  await user.click(within(drawer).getByRole('button', { name: 'Cancel send' }));
  expect(await within(drawer).findByText('The server did not answer. Try again: this is safe.')).toBeDefined();
  expect(within(drawer).getByRole('button', { name: 'Cancel send' })).toHaveProperty('disabled', false);
});

test('a completed send offers Send again', async () => {
  const drawer = await openDrawer(transactionOf());
  const again = within(drawer).getByRole('link', { name: 'Send again' });
  expect(again.getAttribute('href')).toBe('/send?to=jonas.weber%40florin.example');
});
