import type { PaymentRequest } from '@florin/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { meQuery } from '../../api/queries.ts';
import { ines } from '../../../test/ines.ts';
import { noAnswer } from '../../../test/lost-answers.ts';
import { inDays, ownRequestOf, paymentRequestOf } from '../../../test/payment-request-of.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { findToast } from '../../../test/find-toast.ts';
import { ReceivePage } from './receive-page.tsx';

type Call = { what: string; body: unknown };
const keys: (string | null)[] = [];
const calls: Call[] = [];
let requests: PaymentRequest[];
let listFails: boolean;
let answer: () => Response;
const clipboard: string[] = [];

beforeEach(() => {
  calls.length = 0;
  keys.length = 0;
  clipboard.length = 0;
  requests = [];
  listFails = false;
  answer = () => Response.json(ownRequestOf());
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.startsWith('/api/payment-requests?'))
      return listFails ? new Response('', { status: 500 }) : Response.json(requests);
    if (url === '/api/auth/me') return Response.json(ines);
    calls.push({ what: `${init.method} ${url}`, body: sentBody(init) });
    if (url === '/api/payment-requests') keys.push(new Headers(init.headers).get('idempotency-key'));
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
  document.head.querySelector('meta[name="florin-mail"]')?.remove();
});

const link = `${location.origin}/pay/ines.almeida@florin.example`;

async function open() {
  const user = userEvent.setup();
  const write = async (text: string) => void clipboard.push(text);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: write } });
  const { queryClient } = renderScreen(ReceivePage, { at: '/receive' });
  act(() => void queryClient.setQueryData(meQuery.queryKey, ines));
  await screen.findByRole('heading', { name: 'Payment details' });
  return user;
}
const toasted = async (text: string) => expect(await findToast(text)).toBeDefined();
const refusedBy = (status: number, code: string, detail: string) => () =>
  Response.json({ code, detail, request_id: 'r' }, { status });
const press = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
  user.click(screen.getByRole('button', { name }));

test('the Receive page copies the email and the link and shows a check for two seconds', async () => {
  await open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const button = screen.getByRole('button', { name: 'Copy email' });
  await act(async () => fireEvent.click(button));
  expect(clipboard).toEqual(['ines.almeida@florin.example']);
  expect(button.textContent).toBe('Copied email');
  act(() => void vi.advanceTimersByTime(1999));
  expect(button.textContent).toBe('Copied email');
  act(() => void vi.advanceTimersByTime(1));
  expect(button.textContent).toBe('Copy email');
  vi.useRealTimers(); // a toast does not appear with fake timers
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy payment link' })));
  expect(clipboard.at(-1)).toBe(link);
  await toasted('Copied to clipboard!');
});

test('copying a payment link shows an error when the browser has no clipboard', async () => {
  const user = await open();
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
  await press(user, 'Copy email');
  await toasted('Could not copy. Select the text and copy it by hand.');
  expect(screen.getByRole('button', { name: 'Copy email' })).toBeDefined();
});

test('an amount and a note can be added to the payment link and the QR code, and removed', async () => {
  const user = await open();
  const code = () => screen.getByRole('img', { name: 'QR code of your payment link' }).innerHTML;
  const plain = code();
  await press(user, 'Set an amount');
  await user.click(screen.getByRole('button', { name: 'Set amount' }));
  expect(screen.getByText('Please enter an amount')).toBeDefined();
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Amount'), '25');
  await user.selectOptions(dialog.getByLabelText('Currency'), 'EUR');
  await user.type(dialog.getByLabelText('Note'), 'Lunch{Enter}');
  expect(await screen.findByText('Scan to pay €25.00')).toBeDefined();
  expect(screen.getByText('€25.00', { selector: 'bdi' }).parentElement?.textContent).toBe('€25.00 · Lunch');
  await press(user, 'Copy payment link');
  expect(clipboard.at(-1)).toBe(`${link}?amount=25.00&currency=EUR&note=Lunch`);
  expect(code()).not.toBe(plain);
  await press(user, 'Change');
  await press(user, 'Remove');
  expect(code()).toBe(plain);
});

test('Share Payment Link opens the share sheet, or copies the link without one', async () => {
  const user = await open();
  await press(user, 'Share Payment Link');
  expect(clipboard).toEqual([link]);
  const share = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  await press(user, 'Share Payment Link');
  expect(share).toHaveBeenCalledWith({ title: 'Florin', text: 'Pay Ines Almeida with Florin', url: link });
  const closed = vi.fn(async () => Promise.reject(new DOMException('', 'AbortError')));
  Object.defineProperty(navigator, 'share', { configurable: true, value: closed });
  await press(user, 'Share Payment Link');
  expect(clipboard).toHaveLength(1);
  Reflect.deleteProperty(navigator, 'share');
});

test('Share via Email shows "coming soon" when the server sends no mail', async () => {
  const user = await open();
  await press(user, 'Share via Email');
  await toasted('Email functionality coming soon!');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Share via Email previews the mail, sends it and reports errors', async () => {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'florin-mail', content: 'on' }));
  answer = refusedBy(429, 'too_many_requests', 'Not more than 20 a day.');
  const user = await open();
  await press(user, 'Share via Email');
  const dialog = within(await screen.findByRole('dialog', { name: 'Share via Email' }));
  expect(dialog.getByRole('figure').textContent).toContain(link);
  await user.click(dialog.getByRole('button', { name: 'Send mail' }));
  expect(dialog.getByText('Please enter an email')).toBeDefined();
  await user.type(dialog.getByLabelText('Recipient email'), 'hana@florin.example{Enter}');
  expect(await dialog.findByText('Not more than 20 a day.')).toBeDefined();
  answer = noAnswer;
  await user.click(dialog.getByRole('button', { name: 'Send mail' }));
  expect(await dialog.findByText('The server did not answer. The mail may have been sent.')).toBeDefined();
  answer = () => new Response(null, { status: 204 });
  await user.click(dialog.getByRole('button', { name: 'Send mail' }));
  await toasted('Mail sent to hana@florin.example');
  expect(calls.at(-1)).toEqual({ what: 'POST /api/payment-links/share', body: { email: 'hana@florin.example' } });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['', '', 'Please enter an amount', 'Amount'],
  ['nobody', '', 'Please enter an amount', 'Amount'],
  ['nobody', '0', 'Amount must be greater than 0', 'Amount'],
  ['', '-5', 'Amount must be greater than 0', 'Amount'],
  ['', '1.005', 'An amount in USD has at most 2 decimals', 'Amount'],
  ['nobody', '5', 'Enter an email such as name@example.com', 'Recipient email'],
])('a request to "%s" for "%s" shows "%s" and sends nothing', async (to, amount, sentence, label) => {
  const user = await open();
  const field = screen.getByLabelText(label);
  if (to) await user.type(screen.getByLabelText('Recipient email'), to);
  if (amount) await user.type(screen.getByLabelText('Amount'), amount);
  await press(user, 'Send Payment Request');
  await toasted(sentence);
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(calls).toEqual([]);
});

// Rules: receive-8
test('a sent request to a recipient clears the form', async () => {
  const user = await open();
  await user.type(screen.getByLabelText('Recipient email'), 'tomas.rivera@florin.example');
  await user.type(screen.getByLabelText('Amount'), '38.5');
  await user.type(screen.getByLabelText('Note'), 'Dinner');
  await press(user, 'Send Payment Request');
  await toasted('Payment request sent!');
  expect(calls).toEqual([
    {
      what: 'POST /api/payment-requests',
      body: { recipient_email: 'tomas.rivera@florin.example', amount: '38.50', currency: 'USD', note: 'Dinner' },
    },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a retried request sends the same idempotency key, and the next request sends a new one', async () => {
  const user = await open();
  const ask = async (amount: string) => {
    await user.clear(screen.getByLabelText('Amount'));
    await user.type(screen.getByLabelText('Amount'), `${amount}{Enter}`);
  };
  answer = () => new Response('', { status: 502 });
  await ask('38.50');
  await toasted('The server did not answer. Try again. Only one request is sent.');
  answer = () => Response.json(ownRequestOf());
  await press(user, 'Send Payment Request');
  await toasted('Payment request sent!');
  await ask('38.50');
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a new request without a recipient shows a link to share', async () => {
  answer = () => Response.json(ownRequestOf({ recipient: null, can_remind: false }));
  const user = await open();
  await user.type(screen.getByLabelText('Amount'), '38.50{Enter}');
  await toasted('Payment request sent!');
  const dialog = within(await screen.findByRole('dialog', { name: 'Your link is ready' }));
  expect(calls[0]?.body).toEqual({ amount: '38.50', currency: 'USD' });
  await user.click(dialog.getByRole('button', { name: 'Copy payment link' }));
  expect(clipboard).toEqual([ownRequestOf().link]);
});

test('a server error for a request appears at its field', async () => {
  answer = refusedBy(422, 'recipient_is_self', 'You cannot request money from yourself.');
  const user = await open();
  await user.type(screen.getByLabelText('Recipient email'), ines.email);
  await user.type(screen.getByLabelText('Amount'), '5{Enter}');
  await toasted('You cannot request money from yourself.');
  expect(document.activeElement).toBe(screen.getByLabelText('Recipient email'));
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('5');
});

test.each([
  [{ can_remind: false, reminders: 0 }, 'Asked today'],
  [{ can_remind: false, reminders: 1 }, 'Reminded today'],
  [{ can_remind: false, reminders: 3 }, 'Reminded three times'],
])('the Remind button is disabled with a reason: %o', async (given, reason) => {
  requests = [ownRequestOf(given)];
  const user = await open();
  const remind = await screen.findByRole('button', { name: 'Remind', description: reason });
  expect(remind.getAttribute('aria-disabled')).toBe('true');
  await user.click(remind);
  expect(calls).toEqual([]);
});

test('a member can send a reminder of an open request, and cancel the request after a confirmation', async () => {
  requests = [ownRequestOf(), paymentRequestOf({ id: 'r2' })];
  const user = await open();
  const row = within(await screen.findByRole('article', { name: 'Tomás Rivera, $38.50' }));
  expect(row.getByText('Dinner on Saturday').parentElement?.textContent).toBe('Dinner on Saturday · 29 days left');
  expect(screen.getAllByRole('article')).toHaveLength(1);
  answer = noAnswer;
  await user.click(row.getByRole('button', { name: 'Remind' }));
  await toasted('The server did not answer. Please try again.');
  answer = () => Response.json(ownRequestOf());
  await user.click(row.getByRole('button', { name: 'Remind' }));
  await toasted('Reminded Tomás Rivera');
  await user.click(row.getByRole('button', { name: 'Cancel' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the request for $38.50?' }));
  requests = [];
  await user.click(dialog.getByRole('button', { name: 'Cancel request' }));
  await toasted('Payment request canceled');
  expect(calls.map(({ what }) => what)).toEqual([
    'POST /api/payment-requests/r1/remind',
    'POST /api/payment-requests/r1/remind',
    'POST /api/payment-requests/r1/cancel',
  ]);
  expect(await screen.findByText('No open requests')).toBeDefined();
});

test('a request without a recipient offers its link, and ended requests show their status', async () => {
  requests = [
    ownRequestOf({ recipient: null, can_remind: false }),
    ownRequestOf({ id: 'r2', state: 'paid', ended_at: inDays(-1), can_remind: false }),
    ownRequestOf({ id: 'r3', state: 'declined', ended_at: inDays(-2), can_remind: false }),
    ownRequestOf({ id: 'r4', state: 'expired', ended_at: inDays(-8), can_remind: false }),
  ];
  const user = await open();
  const [row] = await screen.findAllByRole('article', { name: 'Anyone with the link, $38.50' });
  if (row) await user.click(within(row).getByRole('button', { name: 'Copy link' }));
  expect(clipboard).toEqual([ownRequestOf().link]);
  const ended = within(screen.getByRole('region', { name: 'Recently ended' }));
  expect(ended.getAllByRole('article').map((each) => each.querySelector('.status')?.textContent)).toEqual([
    'Paid',
    'Declined',
  ]);
});

test('a failed load of the requests shows Retry', async () => {
  listFails = true;
  const user = await open();
  const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 3000 });
  listFails = false;
  requests = [ownRequestOf()];
  await user.click(retry);
  expect(await screen.findByText('Tomás Rivera')).toBeDefined();
});
