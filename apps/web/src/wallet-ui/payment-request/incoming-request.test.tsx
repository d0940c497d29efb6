import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PaymentRequest } from '@florin/contract';
import { findToast } from '../../../test/find-toast.ts';
import { lostAnswers, noAnswer, gatewayTimeoutPage } from '../../../test/lost-answers.ts';
import { inDays, paymentRequestOf } from '../../../test/payment-request-of.ts';
import { walletOf } from '../../../test/wallet-of.ts';
import { transactionOf } from '../../../test/transaction-of.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import type { Answer } from './answer-dialog.tsx';
import { IncomingRequest } from './incoming-request.tsx';
import { RequestAnswer } from './request-answer.tsx';
import { unansweredWords } from './use-pay-request.ts';

type Call = { url: string; method: string; key: string | null };
const calls: Call[] = [];
let available: string;
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  calls.length = 0;
  available = '100.00';
  answer = () => Response.json(transactionOf());
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/wallets') return Response.json([walletOf('USD', available)]);
    calls.push({ url, method: init.method ?? '', key: new Headers(init.headers).get('idempotency-key') });
    return answer();
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const refused = (code: string, detail: string) => () =>
  Response.json({ code, detail, request_id: 'r' }, { status: 409 });

function ListOfOne({ request }: { request: PaymentRequest }) {
  const [answer, setAnswer] = useState<Answer | null>();
  return (
    <>
      <IncomingRequest request={request} onAnswer={setAnswer} />
      <RequestAnswer answer={answer} onClose={() => setAnswer(null)} />
    </>
  );
}

async function show(request: PaymentRequest = paymentRequestOf()) {
  const { queryClient } = renderScreen(() => <ListOfOne request={request} />, { at: '/dashboard' });
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
  const row = within(await screen.findByRole('article'));
  return { row, refreshed: () => invalidated.mock.calls.map(([filter]) => filter?.queryKey?.[0]) };
}

const press = async (within_: { getByRole: typeof screen.getByRole }, name: string) =>
  userEvent.click(within_.getByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const isToast = (each: HTMLElement) => each.closest('[data-sonner-toast]') !== null;

test.each([
  [28.9, 'Concert ticket', 'Concert ticket · 29 days left'],
  [0.2, 'Concert ticket', 'Concert ticket · 1 day left'],
  [30.01, undefined, '30 days left'],
  [-1, undefined, 'Expired'],
])('an incoming request that expires in %d days shows requester, amount and time left', async (days, note, facts) => {
  const { note: _, ...request } = paymentRequestOf({ expires_at: inDays(days) });
  const { row } = await show({ ...request, ...(note && { note }) });
  expect(screen.getByRole('article', { name: 'Hana Sato requested $24.00' })).toBeDefined();
  expect(row.getByRole('heading').textContent).toBe('Hana Sato requests money');
  expect(row.getByRole('heading').nextElementSibling?.textContent).toBe(facts);
});

test('an incoming request isolates a right-to-left name and note from the figures', async () => {
  const requester = { email: 'hana.sato@florin.example', name: 'هناء' };
  const { row } = await show(paymentRequestOf({ requester, note: 'תודה', expires_at: inDays(28.9) }));
  expect(row.getByText('תודה').tagName).toBe('BDI');
  expect(row.getByText('هناء').tagName).toBe('BDI');
});

test('paying a request shows the sum, pays once on a double click and reports the payment', async () => {
  const { row, refreshed } = await show();
  await press(row, 'Pay $24.48');
  const pay = await dialog('Pay Hana Sato');
  const lines = Array.from(document.querySelectorAll('dl > div'), ({ textContent }) => textContent);
  expect(lines).toEqual(['Hana Sato gets$24.00', 'Fee (2%)$0.48', 'You pay$24.48']);
  expect((await pay.findByText('left after', { exact: false })).textContent).toBe(
    'US Dollar: $100.00 available, $75.52 left after.',
  );
  expect(calls).toEqual([]);
  await userEvent.dblClick(pay.getByRole('button', { name: 'Pay $24.48' }));
  expect(await screen.findByText('Successfully sent USD 24.00 to hana.sato@florin.example')).toBeDefined();
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({ url: '/api/payment-requests/r1/pay', method: 'POST' });
  expect(calls[0]?.key).toBeTruthy();
  for (const key of ['payment-requests', 'wallets', 'transactions', 'notifications', 'limits'])
    expect(refreshed()).toContain(key);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the pay dialog disables Pay when the balance is too low and names the missing amount', async () => {
  available = '20.00';
  const { row } = await show();
  await press(row, 'Pay $24.48');
  const pay = await dialog('Pay Hana Sato');
  expect((await pay.findByText('Not enough', { exact: false })).parentElement?.textContent).toContain(
    '$20.00 is available. You need $4.48 more.',
  );
  const button = pay.getByRole('button', { name: 'Pay $24.48' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button);
  expect(calls).toEqual([]);
});

test('the pay dialog shows a server error until the dialog is closed', async () => {
  answer = refused('limit_exceeded', 'This is over your limit.');
  const { row } = await show();
  await press(row, 'Pay $24.48');
  const pay = await dialog('Pay Hana Sato');
  await press(pay, 'Pay $24.48');
  expect(await pay.findByText('This is over your limit.')).toBeDefined();
  await press(pay, 'Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(row, 'Pay $24.48');
  expect(screen.queryByText('This is over your limit.')).toBeNull();
});

test.each(lostAnswers)('retrying a payment after %s sends the same idempotency key', async (_, lost) => {
  answer = lost;
  const { row } = await show();
  await press(row, 'Pay $24.48');
  const pay = await dialog('Pay Hana Sato');
  await press(pay, 'Pay $24.48');
  expect(await pay.findByText(/will not pay twice/)).toBeDefined();
  await press(pay, 'Pay $24.48');
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.key).toBe(calls[0]?.key);
});

test.each([
  ['refused', refused('limit_exceeded', 'This is over your limit.'), 'This is over your limit.', null],
  ['paid', () => Response.json(transactionOf()), 'Successfully sent USD 24.00 to hana.sato@florin.example', null],
  ['lost', () => Promise.reject(new TypeError('Failed to fetch')), unansweredWords, unansweredWords],
])(
  'a payment cannot be canceled while running, and a toast reports "%s" after its dialog was closed',
  async (_, end, sentence, shownAgain) => {
    const response = Promise.withResolvers<Response>();
    answer = () => response.promise;
    const { row } = await show();
    await press(row, 'Pay $24.48');
    const pay = await dialog('Pay Hana Sato');
    await press(pay, 'Pay $24.48');
    expect(pay.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press(row, 'Decline');
    await dialog('Decline $24.00?');
    response.resolve(end());
    await findToast(sentence);
    // The end of the payment leaves the decline dialog open.
    await press(await dialog('Decline $24.00?'), 'Not now');
    await press(row, 'Pay $24.48');
    const again = await dialog('Pay Hana Sato');
    expect(again.queryByText(unansweredWords)?.textContent ?? null).toBe(shownAgain);
    expect(again.queryByText('This is over your limit.')).toBeNull();
  },
);

test.each(['Pay $24.48', 'Decline'])(
  'pressing "%s" on a request that is no longer open shows a toast and reloads the list',
  async (button) => {
    answer = refused('request_not_open', 'This request was canceled.');
    const { row, refreshed } = await show();
    await press(row, button);
    const open = within(await screen.findByRole('dialog'));
    await press(open, button);
    const found = await screen.findByText('This request was canceled.');
    expect(isToast(found)).toBe(true);
    expect(refreshed()).toContain('payment-requests');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

test('declining a request with a lost response asks the member to try again', async () => {
  answer = noAnswer;
  const { row } = await show();
  await press(row, 'Decline');
  const decline = await dialog('Decline $24.00?');
  await press(decline, 'Decline');
  expect(await decline.findByText('The server did not answer. Please try again.')).toBeDefined();
});

test.each([
  ['declined', () => Response.json(paymentRequestOf({ state: 'declined' })), 'You declined Hana Sato’s request'],
  ['not answered', gatewayTimeoutPage, 'The server did not answer. Please try again.'],
])(
  'closing the decline dialog early shows a toast that the request was %s and keeps the next dialog open',
  async (_, end, sentence) => {
    const response = Promise.withResolvers<Response>();
    answer = () => response.promise;
    const { row } = await show();
    await press(row, 'Decline');
    const decline = await dialog('Decline $24.00?');
    await press(decline, 'Decline');
    expect(decline.getByRole('button', { name: 'Not now' })).toHaveProperty('disabled', true);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press(row, 'Pay $24.48');
    await dialog('Pay Hana Sato');
    response.resolve(end());
    await findToast(sentence);
    expect((await dialog('Pay Hana Sato')).getByRole('button', { name: 'Cancel' })).toBeDefined();
  },
);

test('declining a request asks for confirmation first', async () => {
  const { row, refreshed } = await show();
  await press(row, 'Decline');
  const decline = await dialog('Decline $24.00?');
  expect(decline.getByText('We’ll notify Hana Sato without a reason.')).toBeDefined();
  await press(decline, 'Not now');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual([]);
  await press(row, 'Decline');
  answer = () => Response.json(paymentRequestOf({ state: 'declined' }));
  await press(await dialog('Decline $24.00?'), 'Decline');
  expect(await screen.findByText('You declined Hana Sato’s request')).toBeDefined();
  expect(calls).toMatchObject([{ url: '/api/payment-requests/r1/decline', method: 'POST' }]);
  expect(refreshed()).toContain('notifications');
});
