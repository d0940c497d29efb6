import type { PaymentBatch } from '@florin/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dialog, refusal, section, showOperations } from '../../../../test/operations-screen.tsx';
import { batchOf, paymentsOfBatch, payoutDeskOf, startOperationsServer } from '../../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;
const list = 'GET /api/operations/payouts';
const on = (act: string) => `POST /api/operations/payouts/batches/pb1/${act}`;
const sha256 = '9f2c41ab7e80553100000000000000000000000000000000000000000000ffff';
const written: Partial<PaymentBatch> = { state: 'written', decided_by: 'operator@florin.example', sha256 };

beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const answer = (...batches: PaymentBatch[]) => {
  server.answers[list] = () => Response.json(payoutDeskOf({ batches }));
};
const show = (...batches: PaymentBatch[]) => {
  answer(...batches);
  showOperations();
  return section('Payment batches');
};
/** Sends the act, and then shows the batch in its new state. */
const onAct = (act: string, after: Partial<PaymentBatch>) => {
  server.answers[on(act)] = () => {
    answer(batchOf(after));
    return Response.json({ batch: batchOf(after) });
  };
};

test('another operator approves a payment batch after a confirmation with count and sum', async () => {
  const area = await show(batchOf());
  expect(await area.findByText('2 people needed')).toBeDefined();
  await userEvent.click(area.getByRole('button', { name: 'Approve batch 12' }));
  const question = await dialog('Approve batch 12?');
  expect(
    question.getByText(
      'ada@florin.example wants to pay 2 payouts, €1,060.00 in total, from main-eur by SEPA. You are the second person. After your approval they can’t be canceled.',
    ),
  ).toBeDefined();
  const payments = within(await question.findByRole('region', { name: 'Payments of batch 12' }));
  expect(payments.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Nora Lindnora@florin.exampleBank account DE •••• 4300€1,000.00',
    'Karl UnbekanntDE75 5121 0800 1245 1261 99Back to its payer€60.00',
  ]);
  onAct('approve', written);
  await userEvent.click(question.getByRole('button', { name: 'Approve €1,060.00' }));
  expect(await screen.findByText('Batch 12 approved')).toBeDefined();
  expect(await area.findByText('Ready for the bank')).toBeDefined();
  expect(area.getByText('Approved by operator@florin.example')).toBeDefined();
});

test('a payment batch cannot be approved if its payments did not load', async () => {
  server.answers['GET /api/operations/payouts/batches/pb1/payments'] = () => Response.json({}, { status: 500 });
  const area = await show(batchOf());
  await userEvent.click(await area.findByRole('button', { name: 'Approve batch 12' }));
  const question = await dialog('Approve batch 12?');
  await userEvent.click(question.getByRole('button', { name: 'Approve €1,060.00' }));
  expect(question.getByText('The payments have not loaded yet.')).toBeDefined();
  expect(server.countOf(on('approve'))).toBe(0);
});

test('each payment batch shows its payments', async () => {
  server.answers['GET /api/operations/payouts/batches/pb1/payments'] = () =>
    Response.json({ payments: [{ ...paymentsOfBatch[0], state: 'returned' }] });
  const area = await show(batchOf({ ...written, state: 'sent' }));
  await userEvent.click(await area.findByRole('button', { name: 'Payments of batch 12' }));
  const shown = await dialog('Batch 12');
  const list = within(await shown.findByRole('region', { name: 'Payments of batch 12' }));
  expect(list.getByText('Nora Lind')).toBeDefined();
  expect(list.getByText('Returned')).toBeDefined();
});

test('the creator of a payment batch cannot approve it but can withdraw it with a reason', async () => {
  const area = await show(batchOf({ yours: true, made_by: 'operator@florin.example' }));
  const approve = await area.findByRole('button', { name: 'Approve batch 12' });
  expect(approve.getAttribute('aria-disabled')).toBe('true');
  expect(area.getByText('You made it. Another operator must approve it.')).toBeDefined();
  await userEvent.click(approve);
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(area.getByRole('button', { name: 'Take back batch 12' }));
  const question = await dialog('Take back batch 12?');
  expect(document.activeElement).toBe(question.getByLabelText('Reason'));
  await userEvent.click(question.getByRole('button', { name: 'Take back' }));
  expect(question.getByText('Please give a reason')).toBeDefined();
  const maker = 'operator@florin.example';
  onAct('refuse', { state: 'refused', made_by: maker, decided_by: maker, reason: 'Wrong account', yours: true });
  await userEvent.type(question.getByLabelText('Reason'), 'Wrong account');
  await userEvent.click(question.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('Batch 12 taken back')).toBeDefined();
  expect(server.bodiesTo(on('refuse'))).toEqual([{ reason: 'Wrong account' }]);
  expect(await area.findByText('Taken back by operator@florin.example')).toBeDefined();
});

test('refusing a payment batch needs a reason, and the list shows the reason', async () => {
  const area = await show(batchOf());
  await userEvent.click(await area.findByRole('button', { name: 'Refuse batch 12' }));
  const question = await dialog('Refuse batch 12?');
  await userEvent.type(question.getByLabelText('Reason'), 'Too early');
  onAct('refuse', { state: 'refused', decided_by: 'operator@florin.example', reason: 'Too early' });
  await userEvent.click(question.getByRole('button', { name: 'Refuse' }));
  expect(await screen.findByText('Batch 12 refused')).toBeDefined();
  expect(await area.findByText('Too early')).toBeDefined();
  expect(area.queryByRole('button', { name: /(?:Approve|Refuse|Take back|given:) batch 12/ })).toBeNull();
});

test('the file of an approved batch can be downloaded, and its SHA-256 can be copied', async () => {
  const user = userEvent.setup();
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  const area = await show(batchOf(written));
  expect((await area.findByText('9f2c41ab7e80')).getAttribute('title')).toBe(sha256);
  await user.click(area.getByRole('button', { name: 'Copy the SHA-256 of batch 12' }));
  expect(await navigator.clipboard.readText()).toBe(sha256);
  const file = 'GET /api/operations/payouts/batches/pb1/file';
  server.answers[file] = () => new Response('<Document/>');
  await user.click(area.getByRole('button', { name: 'Download file of batch 12' }));
  expect(await screen.findByText('File of batch 12 downloaded')).toBeDefined();
  server.answers[file] = refusal(404, 'batch_not_found', 'This payment batch does not exist.');
  await user.click(area.getByRole('button', { name: 'Download file of batch 12' }));
  expect(await screen.findByText('This payment batch does not exist.')).toBeDefined();
});

test('a payment batch is marked as given to the bank after a confirmation', async () => {
  const area = await show(batchOf(written));
  await userEvent.click(await area.findByRole('button', { name: 'Mark as given: batch 12' }));
  const question = await dialog('Was batch 12 given to the bank?');
  expect(question.getByText(/Its SHA-256 starts with 9f2c41ab7e80\./)).toBeDefined();
  const at = '2024-11-28T09:30:00Z';
  const decided = { decided_by: 'bo@florin.example', decided_at: '2024-11-28T08:15:00Z' };
  onAct('sent', { ...written, ...decided, state: 'sent', sent_by: 'cy@florin.example', sent_at: at });
  await userEvent.click(question.getByRole('button', { name: 'Mark as given' }));
  expect(await screen.findByText('Batch 12 marked as given to the bank')).toBeDefined();
  expect(await area.findByText('Given to the bank')).toBeDefined();
  const times = area.getByText(/^Given to the bank by cy@florin\.example,/).querySelector('time');
  expect(times?.dateTime).toBe(at);
  expect(area.getByText(/^Approved by bo@florin\.example,/).querySelector('time')?.dateTime).toBe(decided.decided_at);
  expect(area.queryByRole('button', { name: /^Mark/ })).toBeNull();
});

test.each([
  ['batch_not_possible', 422, 'All payouts of this batch were canceled or returned. Refuse it.', true],
  ['second_operator_required', 403, 'One of these is your own withdrawal.', true],
  ['batch_not_open', 409, 'This batch is already approved.', false],
  ['batch_not_found', 404, 'This payment batch does not exist.', false],
])('an approval refused with %s shows the reason', async (code, status, detail, staysOpen) => {
  const area = await show(batchOf());
  await userEvent.click(await area.findByRole('button', { name: 'Approve batch 12' }));
  const question = await dialog('Approve batch 12?');
  server.answers[on('approve')] = refusal(status, code, detail);
  await userEvent.click(question.getByRole('button', { name: 'Approve €1,060.00' }));
  expect(await screen.findByText(detail)).toBeDefined();
  expect(screen.queryByRole('dialog') !== null).toBe(staysOpen);
});

test('a payment batch shows the outcomes of its withdrawals, and older batches appear on demand', async () => {
  const sent = batchOf({ ...written, state: 'sent', settled: 3, returned: 1, dropped: 2 });
  const rest = Array.from({ length: 9 }, (_, n) => batchOf({ id: `o${n}`, number: 11 - n, state: 'approved' }));
  const area = await show(sent, ...rest);
  expect(await area.findByText('3 settled, 1 returned, 2 dropped')).toBeDefined();
  expect(area.getAllByText('Being written')).toHaveLength(7);
  await userEvent.click(area.getByRole('button', { name: 'Show all 10' }));
  expect(area.getAllByText('Being written')).toHaveLength(9);
});

test('a line that matches a payment batch only by its amount settles the batch after a confirmation', async () => {
  const line = { id: '77', booked: '2026-11-30', amount_exact: '-1060.00', text: 'ACH SETTLEMENT' };
  const sent: Partial<PaymentBatch> = { ...written, state: 'sent' };
  const area = await show(batchOf({ ...sent, suggested_line: line }));
  await userEvent.click(await area.findByRole('button', { name: 'Settle batch 12' }));
  const question = await dialog('Is this line about batch 12?');
  expect(question.getByText(/−€1,060\.00 of Nov 30(?:, 2026)?, “ACH SETTLEMENT”/)).toBeDefined();
  onAct('settle', { ...sent, settled: 2 });
  await userEvent.click(question.getByRole('button', { name: 'Yes, connect the line' }));
  expect(await screen.findByText('Batch 12 connected with the line')).toBeDefined();
  expect(server.bodiesTo(on('settle'))).toEqual([{ line: '77' }]);
  expect(await area.findByText('2 settled')).toBeDefined();
  expect(area.queryByRole('button', { name: 'Settle batch 12' })).toBeNull();
});
