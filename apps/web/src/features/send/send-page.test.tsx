import type { Contact, Recipient, Transaction } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { SendPage } from './send-page.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { findToast } from '../../../test/find-toast.ts';
import { walletOf } from '../../../test/wallet-of.ts';

type Answer = (body: unknown) => Response | Promise<Response>;
const sends: { body: unknown; key: string | null }[] = [];
let server: Record<string, Answer>;

beforeEach(() => {
  sends.length = 0;
  server = {
    'GET /api/wallets': () => Response.json([usdWallet]),
    'GET /api/contacts': () => Response.json([lea, jonas]),
    'GET /api/payment-requests?state=open': () => Response.json([]),
    'GET /api/transactions?type=send&limit=20': () => Response.json([]),
    'POST /api/recipients/look-up': () => Response.json(knownRecipient),
    'POST /api/transactions/send': () => Response.json({}),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = sentBody(init);
    if (url === '/api/transactions/send') sends.push({ body, key: new Headers(init.headers).get('idempotency-key') });
    return server[`${init.method} ${url}`]?.(body) ?? new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const usdWallet = walletOf('USD', '500.00');

const lea: Contact = {
  id: 'c1',
  name: 'Léa Moreau',
  email: 'lea.moreau@florin.example',
  avatar: null,
  favorite: false,
  last_sent_at: '2026-11-21T08:00:00.000Z',
};
const jonas: Contact = { ...lea, id: 'c2', name: 'Jonas Weber', email: 'jonas@florin.example' };

const knownRecipient: Recipient = {
  email: jonas.email,
  registered: true,
  name: jonas.name,
  contact_name: null,
  known: true,
  resembles: null,
};
const lookUpReturns = (recipient: Partial<Recipient>) => {
  server['POST /api/recipients/look-up'] = () => Response.json({ ...knownRecipient, ...recipient });
};

const sentSecondsAgo = (seconds: number): Transaction => ({
  id: '3',
  type: 'send',
  amount: -102,
  amount_exact: '-102.00',
  currency: 'USD',
  fee: 2,
  fee_exact: '2.00',
  counter_amount: 100,
  counter_amount_exact: '100.00',
  counter_currency: 'USD',
  status: 'completed',
  date: new Date(Date.now() - seconds * 1000).toISOString(),
  description: 'Sent to Jonas Weber',
  to: jonas.email,
  counterparty: jonas.name,
  timeline: [],
  can_cancel: false,
});

const open = async (at = '/send') => {
  const { router } = renderScreen(SendPage, { at });
  await screen.findByRole('button', { name: /^Léa/ });
  await screen.findByText('Available', { exact: false });
  return router;
};
const fill = async (recipient: string, amount: string) => {
  if (recipient) await userEvent.type(screen.getByLabelText('Recipient email'), recipient);
  if (amount) await userEvent.type(screen.getByLabelText('Amount'), amount);
};
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const errorAt = (label: string) => {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
};

// Rules: send-7
test.each([
  ['', '', 'Please fill in all required fields', 'Recipient email'],
  ['', '0', 'Please fill in all required fields', 'Recipient email'],
  ['jonas@florin.example', '', 'Please fill in all required fields', 'Amount'],
  ['jonas@florin.example', '0', 'Amount must be greater than 0', 'Amount'],
  ['jonas@florin.example', '-5', 'Amount must be greater than 0', 'Amount'],
  ['jonas@florin.example', '1.005', 'An amount in USD has at most 2 decimals', 'Amount'],
  ['jonas', '0', 'Amount must be greater than 0', 'Amount'],
  ['jonas', '5', 'Enter an email such as name@example.com', 'Recipient email'],
  ['jonas@florin.example', '12.3.4', 'Enter the amount in digits, such as 50.25', 'Amount'],
])('Send shows an error for recipient "%s" and amount "%s": %s', async (recipient, amount, sentence, field) => {
  await open();
  await fill(recipient, amount);
  await press();
  expect(errorAt(field)).toContain(sentence);
  expect(document.activeElement).toBe(screen.getByLabelText(field));
  expect(await findToast(sentence)).toBeDefined();
  expect(sends).toEqual([]);
});

// Rules: send-5
test('the Send form starts in USD, offers EUR and GBP, and has an email input', async () => {
  await open();
  const currency = screen.getByLabelText<HTMLSelectElement>('Currency');
  expect(currency.value).toBe('USD');
  expect([...currency.options].map(({ value }) => value)).toEqual(['USD', 'EUR', 'GBP']);
  expect(screen.getByLabelText('Recipient email')).toHaveProperty('type', 'email');
  expect(screen.getByLabelText('Note')).toHaveProperty('required', false);
});

test('the Send form updates fee, total and balance while the amount is typed', async () => {
  await open();
  await fill('', '10.01');
  const row = (label: string) => screen.getByText(label).parentElement?.textContent;
  expect(row('Fee (2%)')).toBe('Fee (2%)$0.21');
  expect(row('Total')).toBe('Total$10.22');
  expect(screen.getByRole('button', { name: 'Send' })).toBeDefined();
  expect(screen.getByText('balance will be', { exact: false }).textContent).toContain('$489.78');
});

test('an amount above the balance shows a warning, and Send still shows the server’s error', async () => {
  server['POST /api/transactions/send'] = () =>
    Response.json(
      { detail: 'Insufficient balance: this needs $510.00.', code: 'insufficient_balance', request_id: 'r' },
      { status: 409 },
    );
  await open();
  await fill('jonas@florin.example', '500');
  expect(screen.getByText('Not enough', { exact: false }).parentElement?.textContent).toContain('$500.00 is available');
  expect(screen.getByRole('link', { name: 'Add Funds' }).getAttribute('href')).toBe('/dashboard?tab=wallet&add=USD');
  await press();
  await waitFor(() => expect(errorAt('Amount')).toContain('Insufficient balance: this needs $510.00.'));
});

// Rules: api-7
test('selecting a contact and pressing Send twice sends once and opens the dashboard', async () => {
  let settle = () => undefined as void;
  server['POST /api/transactions/send'] = () => new Promise((resolve) => (settle = () => resolve(Response.json({}))));
  const router = await open();
  await userEvent.type(screen.getByLabelText('Search by name or email'), 'lea');
  expect(screen.queryByRole('button', { name: /^Jonas/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Léa/ }));
  expect(screen.getByText('Léa Moreau gets')).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText('Currency'), 'EUR');
  await fill('', '100');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Send' }));
  const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Processing...' });
  expect(busy.disabled).toBe(true);
  await waitFor(() => expect(sends).toHaveLength(1));
  settle();
  expect(await screen.findByText('Successfully sent EUR 100.00 to lea.moreau@florin.example')).toBeDefined();
  expect(sends.map(({ body }) => body)).toEqual([
    { recipient_email: 'lea.moreau@florin.example', amount: '100.00', currency: 'EUR' },
  ]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

test('a link to the Send page fills in the form', async () => {
  await open('/send?to=jonas%40florin.example&amount=25.5&note=Lunch');
  expect(screen.getByLabelText('Recipient email')).toHaveProperty('value', 'jonas@florin.example');
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '25.50');
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Lunch');
  expect(screen.getByText('Jonas Weber gets')).toBeDefined();
});

describe('payment confirmation', () => {
  const ask = async () => {
    await open();
    await fill('jonas@florin.example', '100');
    await press();
    return within(await screen.findByRole('dialog', { name: 'Send $100.00?' }));
  };
  const resembles = { name: 'Jonas Weber', email: 'jonas.weber@florin.example' };
  const reasons = (dialog: { getAllByRole: typeof screen.getAllByRole }) =>
    dialog.getAllByRole('status').map(({ textContent }) => textContent);

  test('Send asks for confirmation when the address resembles a contact', async () => {
    lookUpReturns({ resembles: { name: 'Jonas Weber', email: 'jonas.weber@florin.example' } });
    const dialog = await ask();
    expect(reasons(dialog)).toEqual([
      'This address looks like Jonas Weber’s, jonas.weber@florin.example, but is not the same.',
    ]);
    expect(sends).toEqual([]);
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('at /dashboard')).toBeDefined();
    expect(sends).toHaveLength(1);
  });

  test.each([
    [20, 'You sent $100.00 to Jonas Weber 20 seconds ago. Send it again?'],
    [-30, 'You sent $100.00 to Jonas Weber just now. Send it again?'],
  ])('Send asks for confirmation after the same payment %d seconds ago', async (seconds, sentence) => {
    server['GET /api/transactions?type=send&limit=20'] = () => Response.json([sentSecondsAgo(seconds)]);
    expect(reasons(await ask())).toEqual([sentence]);
  });

  test('the confirmation of a payment shows the account’s name first, and the contact’s name next to the address', async () => {
    lookUpReturns({ known: false, name: 'Mallory', contact_name: 'Léa Moreau', resembles });
    const dialog = await ask();
    expect(dialog.getByText('Mallory', { selector: '.row-title' })).toBeDefined();
    expect(dialog.getByText('jonas@florin.example · Léa Moreau in your contacts')).toBeDefined();
  });

  test('the confirmation of a payment lists every reason, and Cancel does not send it', async () => {
    server['GET /api/transactions?type=send&limit=20'] = () => Response.json([sentSecondsAgo(5)]);
    lookUpReturns({ known: false, resembles });
    const dialog = await ask();
    expect(reasons(dialog)).toHaveLength(2);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' })));
    expect(sends).toEqual([]);
  });

  test('a server error of a send after the confirmation appears at its field', async () => {
    lookUpReturns({ resembles });
    server['POST /api/transactions/send'] = () =>
      Response.json({ detail: 'Over your limit.', code: 'limit_exceeded', request_id: 'r' }, { status: 409 });
    const dialog = await ask();
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(errorAt('Amount')).toContain('Over your limit.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')));
  });

  test('a failed recipient check does not send money, and a second press of Send retries', async () => {
    server['POST /api/recipients/look-up'] = () => new Response(null, { status: 503 });
    await open();
    await fill('jonas@florin.example', '100');
    await press();
    expect(await screen.findByText(/Could not check this payment/)).toBeDefined();
    expect(sends).toEqual([]);
    lookUpReturns({});
    await press();
    expect(await screen.findByText('at /dashboard')).toBeDefined();
  });

  test('changing the Send form stops the running check', async () => {
    let settle = () => undefined as void;
    server['POST /api/recipients/look-up'] = () =>
      new Promise((resolve) => (settle = () => resolve(Response.json(knownRecipient))));
    await open();
    await fill('jonas@florin.example', '100');
    await press();
    await fill('', '0');
    settle();
    await waitFor(() => expect(document.body.textContent).toContain('$1,020.00'));
    expect(sends).toEqual([]);
  });

  test('a retry after a lost response sends the same idempotency key without another confirmation', async () => {
    lookUpReturns({ resembles });
    server['POST /api/transactions/send'] = () => Promise.reject(new TypeError('Failed to fetch'));
    const dialog = await ask();
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Failed to send money')).toBeDefined();
    server['POST /api/transactions/send'] = () => Response.json({});
    await press();
    expect(await screen.findByText('at /dashboard')).toBeDefined();
    expect(sends).toHaveLength(2);
    expect(sends[1]?.key).toBe(sends[0]?.key);
  });
});

test('a server error without a reason shows "Failed to send money"', async () => {
  server['POST /api/transactions/send'] = () => new Response('Bad gateway', { status: 502 });
  await open();
  await fill('jonas@florin.example', '5');
  await press();
  const toasts = await screen.findByRole('region', { name: /Notifications/ });
  expect(await within(toasts).findByText('Failed to send money')).toBeDefined();
});
