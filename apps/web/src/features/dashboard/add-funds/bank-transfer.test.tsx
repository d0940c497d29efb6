import type { FundingInstruction } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dashboardServer, deposit } from '../../../../test/dashboard-server.ts';
import { findToast } from '../../../../test/find-toast.ts';
import { lostAnswers } from '../../../../test/lost-answers.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { DashboardPage } from '../dashboard-page.tsx';

const euros: FundingInstruction = {
  currency: 'EUR',
  holder: 'Florin Sandbox',
  bank: 'Sandbox Bank',
  account: [
    { label: 'IBAN', value: 'DE75 5121 0800 1245 1261 99' },
    { label: 'BIC', value: 'FLORDEFFXXX' },
  ],
  reference: 'RF63561425214090',
  reference_printed: 'RF63 5614 2521 4090',
  qr: 'BCD\n002\n1\nSCT\nFLORDEFFXXX\nFlorin Sandbox\nDE75512108001245126199\n\n\nRF63561425214090',
  takes: 'Usually 1 business day',
  can_simulate: true,
};
const dollars: FundingInstruction = {
  ...euros,
  currency: 'USD',
  account: [
    { label: 'Routing number', value: '021000021' },
    { label: 'Account number', value: '4815162342' },
  ],
  qr: null,
};
const arrived = {
  ...deposit,
  amount_exact: '25.00',
  currency: 'EUR',
  counter_currency: 'EUR',
  payment_method: 'Bank transfer',
  balance_after_exact: '3239.80',
};

let server: ReturnType<typeof dashboardServer>;
const instructed = (instructions: readonly FundingInstruction[]) => () => Response.json(instructions);

beforeEach(() => {
  server = dashboardServer();
  server.answers['/api/funding/instructions'] = instructed([dollars, euros]);
  server.answers['POST /api/sandbox/bank-transfers'] = () => Response.json(arrived);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
  for (const meta of document.querySelectorAll('meta[name=florin-mode]')) meta.remove();
});

const opener = async (wallet: string) =>
  within(await screen.findByRole('article', { name: wallet })).getByRole('button', { name: 'Add Funds' });

async function openDialog(wallet = 'Euro') {
  await userEvent.click(await opener(wallet));
  return within(await screen.findByRole('dialog', { name: 'Add Funds' }));
}

async function openFrom(wallet?: string) {
  renderScreen(DashboardPage, { at: '/dashboard' });
  return openDialog(wallet);
}

/** Opens the dialog and chooses the bank transfer. */
async function openTransfer(wallet?: string) {
  const dialog = await openFrom(wallet);
  await userEvent.click(await dialog.findByRole('button', { name: 'Bank transfer' }));
  return dialog;
}

type OpenDialog = Awaited<ReturnType<typeof openFrom>>;
const factsOf = (dialog: OpenDialog) =>
  dialog.getAllByRole('definition').map((value) => value.querySelector('span')?.textContent);
const amountOf = (dialog: OpenDialog) => dialog.findByRole('textbox', { name: 'Amount' });
const simulate = async (dialog: OpenDialog, amount: string) =>
  userEvent.type(await amountOf(dialog), `${amount}{Enter}`);

function goLive() {
  const meta = document.createElement('meta');
  meta.name = 'florin-mode';
  meta.content = 'live';
  document.head.append(meta);
}

test('the bank transfer shows the account of the wallet’s currency, the reference and a QR code for euros', async () => {
  const dialog = await openTransfer();
  expect(dialog.getByText(/^Transfer euros from your bank to this account/)).toBeDefined();
  expect(factsOf(dialog)).toEqual([
    'Florin Sandbox',
    'Sandbox Bank',
    'DE75 5121 0800 1245 1261 99',
    'FLORDEFFXXX',
    'RF63 5614 2521 4090',
  ]);
  expect(dialog.getByText(/Without it, the money waits until we find its owner/)).toBeDefined();
  expect(dialog.getByText(/^Usually 1 business day/).textContent).toBe('Usually 1 business day. No fee.');
  expect(dialog.getByText('Scan with your banking app')).toBeDefined();
  expect(await dialog.findByRole('img', { name: 'QR code of the bank account and your reference' })).toBeDefined();
});

test('the bank transfer in dollars has no QR code', async () => {
  const dialog = await openTransfer('US Dollar');
  expect(factsOf(dialog)).toContain('4815162342');
  expect(dialog.queryByText('Scan with your banking app')).toBeNull();
});

test('a currency chosen for the card deposit applies to the bank transfer', async () => {
  const dialog = await openFrom('US Dollar');
  await userEvent.selectOptions(await dialog.findByRole('combobox', { name: 'Currency' }), 'EUR');
  await userEvent.click(dialog.getByRole('button', { name: 'Bank transfer' }));
  expect(factsOf(dialog)).toContain('FLORDEFFXXX');
});

test('IBAN and reference of a bank transfer are copied without blanks', async () => {
  const dialog = await openTransfer();
  const user = userEvent.setup(); // brings a clipboard
  for (const [name, copied] of [
    ['Copy IBAN', 'DE75512108001245126199'],
    ['Copy reference', 'RF63561425214090'],
    ['Copy account holder', 'Florin Sandbox'],
  ] as const) {
    await user.click(dialog.getByRole('button', { name }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(copied));
  }
  expect(await findToast('Copied to clipboard!')).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Copied reference' })).toBeDefined();
});

test('switching between card deposit and bank transfer keeps the typed text and the focus', async () => {
  const dialog = await openFrom();
  await userEvent.type(await amountOf(dialog), '40');
  const transfer = dialog.getByRole('button', { name: 'Bank transfer' });
  await userEvent.click(transfer);
  expect(document.activeElement).toBe(transfer);
  const card = dialog.getByRole('button', { name: 'Card or bank account' });
  await userEvent.click(card);
  expect(document.activeElement).toBe(card);
  expect(await amountOf(dialog)).toHaveProperty('value', '40');
});

test.each([
  ['the server has no bank account', () => Response.json([])],
  ['the server does not know the call', () => new Response(null, { status: 404 })],
])('Add Funds offers no bank transfer if %s', async (_, answer) => {
  server.answers['/api/funding/instructions'] = answer;
  const dialog = await openFrom();
  await amountOf(dialog);
  expect(dialog.queryByRole('button', { name: 'Bank transfer' })).toBeNull();
});

test('a currency without a bank account names the wallets that have a bank account', async () => {
  const dialog = await openTransfer('British Pound');
  expect(dialog.getByRole('heading', { name: 'You cannot transfer to your British Pound wallet yet.' })).toBeDefined();
  expect(dialog.getByText('Bank transfers go to your US Dollar or Euro wallet.')).toBeDefined();
});

test('a failed load of the bank account leaves the card deposit usable and can be repeated', async () => {
  const first = Promise.withResolvers<Response>();
  server.answers['/api/funding/instructions'] = () => first.promise;
  const dialog = await openTransfer();
  expect(dialog.getByText('Loading the bank account')).toBeDefined();
  server.answers['/api/funding/instructions'] = () => Response.json({ code: 'busy', detail: 'Busy.' }, { status: 400 });
  first.resolve(Response.json({ code: 'busy', detail: 'Busy.' }, { status: 400 }));
  expect(await dialog.findByText('Could not load the bank account')).toBeDefined();
  server.answers['/api/funding/instructions'] = instructed([euros]);
  await userEvent.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await dialog.findByText('RF63 5614 2521 4090')).toBeDefined();
});

test('a simulated transfer shows the new balance and can be repeated', async () => {
  const dialog = await openTransfer();
  await simulate(dialog, '25');
  expect(await dialog.findByRole('heading', { name: '€25.00 added' })).toBeDefined();
  expect(dialog.getByText('Bank transfer')).toBeDefined();
  expect(dialog.getAllByRole('term').map((term) => term.parentElement?.textContent)).toEqual([
    'Before€3,214.80',
    'Added+€25.00',
    'Euro balance€3,239.80',
  ]);
  expect(server.calls.map(({ url, body }) => [url, body])).toEqual([
    ['/api/sandbox/bank-transfers', { amount: '25.00', currency: 'EUR' }],
  ]);
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Done' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add more' }));
  expect(document.activeElement).toBe(await amountOf(dialog));
  expect(await amountOf(dialog)).toHaveProperty('value', '');
  await simulate(dialog, '25');
  await dialog.findByRole('heading', { name: '€25.00 added' });
  expect(server.calls[1]?.key).not.toBe(server.calls[0]?.key);
});

test.each([
  ['', 'Please enter an amount'],
  ['0.99', 'Add between €1.00 and €25,000.00 at a time.'],
  ['25000.01', 'Add between €1.00 and €25,000.00 at a time.'],
])('a simulated transfer answers the amount "%s" with "%s" and sends no request', async (amount, sentence) => {
  const dialog = await openTransfer();
  await simulate(dialog, amount);
  await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2)); // once at the field, once as a toast
  expect(document.activeElement).toBe(await amountOf(dialog));
  expect(server.calls).toEqual([]);
});

test.each(lostAnswers)('a simulated transfer with %s is retried with its key', async (_, answer) => {
  server.answers['POST /api/sandbox/bank-transfers'] = answer;
  const dialog = await openTransfer();
  await simulate(dialog, '25');
  expect(await dialog.findByText(/the money will not be added twice/)).toBeDefined();
  server.answers['POST /api/sandbox/bank-transfers'] = () => Response.json(arrived);
  await userEvent.keyboard('{Enter}');
  expect(await dialog.findByRole('heading', { name: '€25.00 added' })).toBeDefined();
  expect(server.calls[0]?.key).toBeTruthy();
  expect(server.calls[1]).toEqual(server.calls[0]);
});

test('a running simulated transfer continues when the dialog closes, and ends with a toast', async () => {
  const answer = Promise.withResolvers<Response>();
  server.answers['POST /api/sandbox/bank-transfers'] = () => answer.promise;
  const dialog = await openTransfer();
  await simulate(dialog, '25');
  expect(dialog.getByRole('button', { name: 'Processing...' })).toHaveProperty('disabled', true);
  await userEvent.click(dialog.getByRole('button', { name: 'Card or bank account' }));
  expect(dialog.getByRole('button', { name: 'Processing...' })).toBeDefined();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer.resolve(Response.json(arrived));
  expect(await findToast('Added €25.00 to your EUR wallet')).toBeDefined();
});

test('a live server without a deposit method opens Add Funds with the bank transfer and offers no simulation', async () => {
  goLive();
  server.answers['/api/payment-methods'] = () => Response.json([]);
  server.answers['/api/funding/instructions'] = instructed([{ ...euros, can_simulate: false }]);
  const dialog = await openFrom();
  expect(await dialog.findByText('RF63 5614 2521 4090')).toBeDefined();
  expect(dialog.queryByRole('button', { name: 'Bank transfer' })).toBeNull();
  expect(dialog.queryByRole('textbox', { name: 'Amount' })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Add Funds says if a live server has no way to add money', async () => {
  goLive();
  server.answers['/api/payment-methods'] = () => Response.json([]);
  server.answers['/api/funding/instructions'] = instructed([]);
  const dialog = await openFrom();
  expect(await dialog.findByText('This server has no deposit method yet.')).toBeDefined();
});
