import type { Transaction } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dashboardServer, deposit, quote, wallet } from '../../../../test/dashboard-server.ts';
import { findToast } from '../../../../test/find-toast.ts';
import { leaveAndReturn } from '../../../../test/leave-and-return.ts';
import { noAnswer, gatewayTimeoutPage } from '../../../../test/lost-answers.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { momentText } from '../../../wallet-ui/day-text.ts';
import { DashboardPage } from '../dashboard-page.tsx';

let server: ReturnType<typeof dashboardServer>;

beforeEach(() => {
  server = dashboardServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const exchanged: Transaction = {
  ...deposit,
  id: '3-2',
  type: 'exchange',
  amount: -502.5,
  amount_exact: '-502.50',
  fee: 2.5,
  fee_exact: '2.50',
  counter_amount: 458.71,
  counter_amount_exact: '458.71',
  counter_currency: 'EUR',
  description: 'Exchanged to EUR',
  rate: '0.917431',
};

const opener = async (name: string) =>
  within(await screen.findByRole('article', { name })).getByRole('button', { name: 'Exchange' });

async function openFrom(name: string) {
  renderScreen(DashboardPage, { at: '/dashboard' });
  return openDialog(name);
}

async function openDialog(name: string) {
  await userEvent.click(await opener(name));
  return within(await screen.findByRole('dialog', { name: 'Exchange' }));
}

type OpenDialog = Awaited<ReturnType<typeof openFrom>>;
const enter = async (dialog: OpenDialog, amount: string) =>
  userEvent.type(await dialog.findByRole('textbox', { name: /^From/ }), amount);
const sumsOf = (dialog: OpenDialog) => dialog.getAllByRole('term').map((term) => term.parentElement?.textContent);
const quotes = () => server.calls.filter(({ url }) => url === '/api/quotes').map(({ body }) => body);
const exchanges = () => server.calls.filter(({ url }) => url === '/api/wallets/exchanges');
const refusal = (status: number, code: string, detail: string) => () =>
  Response.json({ code, detail, request_id: 'r1' }, { status });

/** Types $500 and waits for the rate. */
async function quoted(opened?: OpenDialog) {
  const dialog = opened ?? (await openFrom('US Dollar'));
  await enter(dialog, '500');
  expect(await dialog.findByText(/^Rate held for 00:[23]\d$/)).toBeDefined();
  return dialog;
}

test('the exchange form requests a rate after a pause in typing and shows fee and total', async () => {
  const dialog = await quoted();
  expect(quotes()).toEqual([{ kind: 'exchange', from: 'USD', to: 'EUR', amount: '500.00' }]);
  expect(dialog.getByText('Mid rate 1 USD = 0.9174 EUR')).toBeDefined();
  expect(dialog.getByLabelText('To Euro').textContent).toBe('458.71');
  expect(sumsOf(dialog)).toEqual(['Exchanged$500.00', 'Fee (0.5%)$2.50', 'Total$502.50']);
});

test('the exchange form shows the source and the time of a real rate', async () => {
  server.answers['POST /api/quotes'] = () =>
    Response.json({ ...quote, rate_source: 'European Central Bank', rate_at: '2026-10-23T13:10:00.000Z' });
  const dialog = await quoted();
  expect(dialog.getByText(`European Central Bank, ${momentText('2026-10-23T13:10:00.000Z')}`)).toBeDefined();
});

test('the exchange form says why there is no rate while exchange is paused', async () => {
  const detail = 'Exchange is paused because the exchange rates are outdated. It resumes automatically.';
  server.answers['POST /api/quotes'] = refusal(409, 'rates_unavailable', detail);
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '500');
  expect(await dialog.findByText(detail)).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Get a new rate' })).toBeDefined();
});

test('an exchange uses the held rate once, even on a double click, and shows both balances', async () => {
  server.answers['POST /api/wallets/exchanges'] = () => {
    server.answers['/api/wallets'] = () =>
      Response.json([wallet('USD', '11977.85'), wallet('EUR', '3673.51'), wallet('GBP', '412.06')]);
    return Response.json(exchanged);
  };
  const dialog = await quoted();
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Exchange $502.50' }));
  expect(await dialog.findByRole('heading', { name: '€458.71 in your Euro wallet' })).toBeDefined();
  expect(dialog.getByText('1 USD = 0.9174 EUR')).toBeDefined();
  await waitFor(() =>
    expect(sumsOf(dialog)).toEqual([
      'Exchanged$500.00',
      'Fee (0.5%)$2.50',
      'Total$502.50',
      'US Dollar$11,977.85',
      'Euro€3,673.51',
    ]),
  );
  expect(exchanges().map(({ body }) => body)).toEqual([{ from: 'USD', to: 'EUR', amount: '500.00', quote_id: 'q1' }]);
});

test('swapping the wallets or changing the target requests a new rate', async () => {
  const dialog = await quoted();
  await userEvent.click(dialog.getByRole('button', { name: 'Swap the two wallets' }));
  expect(dialog.getByRole('textbox', { name: 'From Euro' })).toHaveProperty('value', '500');
  await userEvent.selectOptions(dialog.getByLabelText('To currency'), 'GBP');
  expect(dialog.getByLabelText('To British Pound').textContent).toBe('0.00');
  await waitFor(() => expect(quotes().at(-1)).toEqual({ kind: 'exchange', from: 'EUR', to: 'GBP', amount: '500.00' }));
});

test('an exchange above the wallet’s balance shows the shortage and offers the maximum', async () => {
  const dialog = await openFrom('British Pound');
  await enter(dialog, '500');
  expect(dialog.getByText('Your British Pound wallet is short by £90.44.')).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Exchange £502.50' }).getAttribute('aria-disabled')).toBe('true');
  expect(quotes()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Use £410.00' }));
  expect(dialog.getByRole('textbox', { name: 'From British Pound' })).toHaveProperty('value', '410.00');
  expect(sumsOf(dialog)).toEqual(['Exchanged£410.00', 'Fee (0.5%)£2.05', 'Total£412.05']);
  await waitFor(() => expect(quotes()).toHaveLength(1));
});

test.each([
  ['', 'Please enter an amount'],
  ['0', 'Amount must be greater than 0'],
  ['0.005', 'An amount in USD has at most 2 decimals'],
])('the exchange form answers the amount "%s" with "%s" and requests no rate', async (amount, sentence) => {
  const dialog = await openFrom('US Dollar');
  await enter(dialog, `${amount}{Enter}`);
  expect(await dialog.findByText(sentence)).toBeDefined();
  expect(server.calls).toEqual([]);
});

test('an exchange amount that is too small for the target currency shows an error at the field', async () => {
  const detail = 'This amount is too small to exchange to EUR.';
  server.answers['POST /api/quotes'] = refusal(422, 'amount_too_small', detail);
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '0.01');
  expect(await dialog.findByText(detail)).toBeDefined();
  expect(dialog.getByRole('textbox', { name: 'From US Dollar' }).getAttribute('aria-invalid')).toBe('true');
});

test('an expired rate must be renewed, and a double click on Get a new rate does not exchange money', async () => {
  server.answers['POST /api/quotes'] = () => Response.json({ ...quote, expires_in_seconds: 0.3 });
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '500');
  expect(await dialog.findByText('This rate has expired.')).toBeDefined();
  server.answers['POST /api/quotes'] = () => Response.json({ ...quote, id: 'q2' });
  await userEvent.click(dialog.getByRole('button', { name: 'Get a new rate' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Exchange $502.50' }));
  expect(exchanges()).toEqual([]);
  server.answers['POST /api/wallets/exchanges'] = () => Response.json(exchanged);
  const button = dialog.getByRole('button', { name: 'Exchange $502.50' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  await userEvent.click(button);
  expect(await dialog.findByRole('heading', { name: '€458.71 in your Euro wallet' })).toBeDefined();
  expect(exchanges().map(({ body }) => body)).toMatchObject([{ quote_id: 'q2' }]);
});

test.each(['quote_used', 'quote_expired', 'quote_not_found'])(
  'a rate that the server rejects with %s shows as expired and can be renewed',
  async (code) => {
    server.answers['POST /api/wallets/exchanges'] = refusal(409, code, 'Get a new one.');
    const dialog = await quoted();
    await userEvent.click(dialog.getByRole('button', { name: 'Exchange $502.50' }));
    expect(await dialog.findByText('This rate has expired.')).toBeDefined();
    server.answers['POST /api/quotes'] = () => Response.json({ ...quote, id: 'q2' });
    await userEvent.click(dialog.getByRole('button', { name: 'Get a new rate' }));
    expect(await dialog.findByText(/^Rate held for/)).toBeDefined();
  },
);

test('a failed request for an exchange rate shows the error and can be repeated', async () => {
  server.answers['POST /api/quotes'] = refusal(409, 'still_in_flight', 'Please wait a moment.');
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '500');
  expect(await dialog.findByText('Please wait a moment.')).toBeDefined();
  server.answers['POST /api/quotes'] = () => Response.json(quote);
  await userEvent.click(dialog.getByRole('button', { name: 'Get a new rate' }));
  expect(await dialog.findByText(/^Rate held for/)).toBeDefined();
});

test('an exchange in progress cannot be canceled, and an error after the dialog closes appears as a toast', async () => {
  const answer = Promise.withResolvers<Response>();
  server.answers['POST /api/wallets/exchanges'] = () => answer.promise;
  const dialog = await quoted();
  await userEvent.click(dialog.getByRole('button', { name: 'Exchange $502.50' }));
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer.resolve(refusal(409, 'insufficient_balance', 'Insufficient balance.')());
  await findToast('Insufficient balance.');
});

test.each([
  ['the dialog was closed', async () => undefined, noAnswer],
  ['the page was left', leaveAndReturn, gatewayTimeoutPage],
])('an exchange without a response allows only a retry of the same exchange, even after %s', async (_, leave, lost) => {
  server.answers['POST /api/wallets/exchanges'] = lost;
  const { router } = renderScreen(DashboardPage, { at: '/dashboard' });
  const dialog = await quoted(await openDialog('US Dollar'));
  await userEvent.click(dialog.getByRole('button', { name: 'Exchange $502.50' }));
  expect(await dialog.findByText(/it will not be exchanged twice/)).toBeDefined();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await leave(router);

  server.answers['POST /api/wallets/exchanges'] = () => Response.json(exchanged);
  const again = await openDialog('Euro');
  expect(again.getByText(/it will not be exchanged twice/)).toBeDefined();
  await userEvent.click(again.getByRole('button', { name: 'Try again' }));
  expect(await again.findByRole('heading', { name: '€458.71 in your Euro wallet' })).toBeDefined();
  const [first, second] = exchanges();
  expect(second).toEqual(first);
  expect(first?.key).toBeTruthy();
});

test.each([
  ['quote_expired', 'The rate expired. Nothing was exchanged.'],
  ['quote_not_found', 'This rate is no longer valid. Check your transactions to see if it went through.'],
])(
  'a retried exchange that the server rejects with %s shows the known outcome and allows a new one',
  async (code, message) => {
    server.answers['POST /api/wallets/exchanges'] = () => {
      throw new TypeError('network error');
    };
    const dialog = await quoted();
    await userEvent.click(dialog.getByRole('button', { name: 'Exchange $502.50' }));
    await dialog.findByText(/it will not be exchanged twice/);
    server.answers['POST /api/wallets/exchanges'] = refusal(409, code, 'Get a new one.');
    server.answers['POST /api/quotes'] = () => Response.json({ ...quote, id: 'q2' });
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('textbox', { name: 'From US Dollar' })).toHaveProperty('value', '500');
    expect(dialog.getByText(message)).toBeDefined();
    expect(await dialog.findByText(/^Rate held for/)).toBeDefined();
    expect(dialog.getByText(message)).toBeDefined();
    server.answers['POST /api/wallets/exchanges'] = () => Response.json(exchanged);
    await userEvent.click(dialog.getByRole('button', { name: 'Exchange $502.50' }));
    expect(await dialog.findByRole('heading', { name: '€458.71 in your Euro wallet' })).toBeDefined();
    expect(exchanges().map(({ body }) => body)).toMatchObject([
      { quote_id: 'q1' },
      { quote_id: 'q1' },
      { quote_id: 'q2' },
    ]);
  },
);
