import type { PayoutDesk } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, section, showOperations } from '../../../../test/operations-screen.tsx';
import {
  batchOf,
  orderOf,
  payoutDeskOf,
  readyPayoutOf,
  startOperationsServer,
} from '../../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;
const list = 'GET /api/operations/payouts';
const making = 'POST /api/operations/payouts/batches';

const ines = readyPayoutOf();
const oskar = readyPayoutOf({ id: 'h91', name: 'Oskar Lind', amount_exact: '1020.00' });
const vera = readyPayoutOf({ id: 'h92', name: 'Vera Novak', amount_exact: '7.50' });

beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const answer = (desk: Partial<PayoutDesk>) => {
  server.answers[list] = () => Response.json(payoutDeskOf(desk));
};
const showReady = (...ready: PayoutDesk['ready']) => {
  answer({ ready });
  showOperations();
  return section('Ready payouts');
};
type Area = Awaited<ReturnType<typeof section>>;
const box = (area: Area, name: string | RegExp) => area.findByRole('checkbox', { name });
const isChecked = async (area: Area, name: string | RegExp) => (await box(area, name)).matches(':checked');
const make = (area: Area) => area.getByRole('button', { name: 'Make batch' });

test('an operator selects withdrawals and makes a payment batch', async () => {
  const area = await showReady(ines, oskar, vera);
  expect(area.getByText('2 people needed')).toBeDefined();
  const row = within(await area.findByRole('row', { name: /Oskar Lind/ }));
  expect(row.getByText('Bank account NL •••• 4300')).toBeDefined();
  expect(row.getByText('ines.muller@florin.example')).toBeDefined();
  expect(make(area).getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(await box(area, 'Select Inês Müller, €40.00'));
  await userEvent.click(await box(area, 'Select Oskar Lind, €1,020.00'));
  expect(area.getByText('2 payouts selected').nextSibling?.textContent).toBe('€1,060.00');
  expect(((await box(area, 'Select all')) as HTMLInputElement).indeterminate).toBe(true);
  await userEvent.selectOptions(area.getByRole('combobox', { name: 'Scheme' }), 'SEPA Instant');
  server.answers[making] = () => {
    answer({ ready: [vera], batches: [batchOf({ yours: true })] });
    return Response.json({ batch: batchOf({ yours: true }) });
  };
  await userEvent.click(make(area));
  expect(await screen.findByText('Batch 12 made. A second operator must approve it')).toBeDefined();
  expect(server.bodiesTo(making)).toEqual([{ account: 'main-eur', scheme: 'sepa-instant', payouts: ['h90', 'h91'] }]);
  const batches = await section('Payment batches');
  expect(await batches.findByText('Waits for approval')).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Payment batches');
  expect(area.getByText('0 payouts selected')).toBeDefined();
});

test('Select all leaves out the operator’s own withdrawal, because it cannot be selected', async () => {
  const area = await showReady(ines, readyPayoutOf({ id: 'h95', name: 'Olu Adeyemi', signs: ['Your own'] }));
  await userEvent.click(await box(area, 'Select all'));
  expect(await isChecked(area, /Inês/)).toBe(true);
  expect(await box(area, /Olu/)).toHaveProperty('disabled', true);
  expect(await isChecked(area, /Olu/)).toBe(false);
  expect(area.getByText('Another operator pays it')).toBeDefined();
  await userEvent.click(await box(area, 'Select all'));
  expect(area.getByText('0 payouts selected')).toBeDefined();
});

test('a withdrawal of a frozen account can be selected and shows a warning', async () => {
  const area = await showReady(readyPayoutOf({ signs: ['Frozen'] }));
  await userEvent.click(await box(area, /Inês/));
  expect(area.getByText('1 selected account is frozen.')).toBeDefined();
});

test('a ready withdrawal also has the flags of the pending withdrawal', async () => {
  server.answers['GET /api/operations/orders'] = () =>
    Response.json([orderOf({ id: ines.id, signs: ['New bank account', 'Frozen'] })]);
  const area = await showReady(readyPayoutOf({ signs: ['Frozen'] }), oskar);
  expect(await area.findByText('Frozen, New bank account')).toBeDefined();
  expect(within(await area.findByRole('row', { name: /Oskar Lind/ })).getByText('Usual')).toBeDefined();
});

test('a payment batch has one currency, with the accounts and schemes of this currency', async () => {
  const pounds = readyPayoutOf({ id: 'h96', name: 'Nora Lind', currency: 'GBP', amount_exact: '5.00' });
  const area = await showReady(ines, pounds, readyPayoutOf({ id: 'h97', currency: 'USD' }));
  expect(await area.findByText('Inês Müller')).toBeDefined();
  expect(area.queryByText('Nora Lind')).toBeNull();
  await userEvent.click(area.getByRole('button', { name: 'GBP 1' }));
  await userEvent.click(await box(area, 'Select Nora Lind, £5.00'));
  server.answers[making] = () => Response.json({ batch: batchOf() });
  await userEvent.click(make(area));
  await waitFor(() =>
    expect(server.bodiesTo(making)).toEqual([{ account: 'main-gbp', scheme: 'gbp-domestic', payouts: ['h96'] }]),
  );
  await userEvent.click(area.getByRole('button', { name: 'USD 1' }));
  expect(area.getByText('No account can pay USD by file.')).toBeDefined();
  expect(area.queryByRole('button', { name: 'Make batch' })).toBeNull();
});

test('a dollar batch names the missing settings of NACHA', async () => {
  const missing = 'To pay by NACHA, add nacha to main-usd in the file of FLORIN_CONFIG.';
  const usd = { id: 'main-usd', currency: 'USD', schemes: ['usd-cross-border'], missing } as const;
  answer({ ready: [readyPayoutOf({ currency: 'USD' })], accounts: [{ ...usd, schemes: [...usd.schemes] }] });
  showOperations();
  const area = await section('Ready payouts');
  expect(await area.findByText(missing)).toBeDefined();
  expect(area.getByRole('option', { name: 'US wire' })).toBeDefined();
});

test('the list of withdrawals reloads after a cancellation, and the other selections stay', async () => {
  const area = await showReady(ines, oskar, vera);
  await userEvent.click(await box(area, /Inês/));
  await userEvent.click(await box(area, /Oskar/));
  server.answers[making] = () => {
    answer({ ready: [oskar, vera] });
    return refusal(409, 'payout_not_ready', 'A withdrawal was canceled.')();
  };
  await userEvent.click(make(area));
  expect(await area.findByText(/^A payout was canceled or is in another batch\. The list was loaded/)).toBeDefined();
  await waitFor(() => expect(area.queryByText('Inês Müller')).toBeNull());
  expect(await isChecked(area, /Oskar/)).toBe(true);
  expect(await isChecked(area, /Vera/)).toBe(false);
  expect(area.getByText('1 payout selected')).toBeDefined();
});

test.each([
  ['batch_not_possible', 422, 'The name of Inês Müller has characters that the bank refuses.'],
  ['second_operator_required', 403, 'One of these is your own withdrawal. Another operator must pay it.'],
])('shows the whole text of %s', async (code, status, detail) => {
  const area = await showReady(ines);
  await userEvent.click(await box(area, /Inês/));
  server.answers[making] = refusal(status, code, detail);
  await userEvent.click(make(area));
  expect(await area.findByText(detail)).toBeDefined();
  expect(await isChecked(area, /Inês/)).toBe(true);
});

test('the payouts section without withdrawals and batches shows empty states', async () => {
  const area = await showReady();
  expect(await area.findByText('No payouts to make')).toBeDefined();
  expect((await section('Payment batches')).getByText('No batches yet')).toBeDefined();
});

test('the payouts section that fails to load offers Retry', async () => {
  server.answers[list] = () => Response.json({}, { status: 400 });
  showOperations();
  const area = await section('Ready payouts');
  const retry = await area.findByRole('button', { name: 'Retry' });
  answer({ ready: [ines] });
  await userEvent.click(retry);
  expect(await (await section('Ready payouts')).findByText('Inês Müller')).toBeDefined();
});
