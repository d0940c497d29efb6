import type { PaymentBatch } from '@florin/contract';
import { cleanup } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dialog, section, showOperations } from '../../../../test/operations-screen.tsx';
import { batchOf, payoutDeskOf, startOperationsServer } from '../../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;
beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const reason = 'The password of the operator who approved it was reset by email.';
const beforeTheBank = `${reason} Check its payments before the file goes to the bank.`;
const atTheBank = `${reason} Check its payments, and ask the bank to stop any that are wrong.`;

const show = (batch: Partial<PaymentBatch>) => {
  const batches = [batchOf({ reason, decided_by: 'operator@florin.example', ...batch })];
  server.answers['GET /api/operations/payouts'] = () => Response.json(payoutDeskOf({ batches }));
  showOperations();
  return section('Payment batches');
};

test.each([
  ['approved', beforeTheBank],
  ['written', beforeTheBank],
  ['sent', atTheBank],
] as const)('a flagged batch in the state %s warns the operators and says what to do', async (state, text) => {
  const area = await show({ state, settled: 1 });
  expect((await area.findByRole('status')).textContent).toBe(text);
});

test('the confirmation that a flagged batch was given to the bank repeats the warning', async () => {
  const area = await show({ state: 'written' });
  await userEvent.click(await area.findByRole('button', { name: 'Mark as given: batch 12' }));
  const question = await dialog('Was batch 12 given to the bank?');
  expect(question.getByText((text) => text.startsWith(`${beforeTheBank} Confirm after`))).toBeDefined();
});

test('a flagged batch shows only the reason after all its payouts have ended', async () => {
  const area = await show({ state: 'sent', settled: 1, returned: 1 });
  expect(await area.findByText(reason)).toBeDefined();
  expect(area.queryByRole('status')).toBeNull();
});

test('the heading of the batches counts the flagged ones, because older rows are hidden', async () => {
  const area = await show({ state: 'written' });
  expect(await area.findByText('1 to check, 0 wait for approval')).toBeDefined();
});

test('a refused batch shows its reason without a warning', async () => {
  const area = await show({ state: 'refused' });
  expect(await area.findByText(reason)).toBeDefined();
  expect(area.queryByRole('status')).toBeNull();
});
