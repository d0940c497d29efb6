import type { UnallocatedLine } from '@florin/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bankDesk, lineOf } from '../../../../test/bank-desk.ts';
import { findToast } from '../../../../test/find-toast.ts';
import { dialog, refusal, section, showOperations } from '../../../../test/operations-screen.tsx';
import { proposalOf, startOperationsServer } from '../../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;
const returning = 'POST /api/operations/bank/lines/41/return';
const owning = 'POST /api/operations/bank/lines/41/own-funds';
const keeping = 'POST /api/operations/bank/lines/41/keep';

beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const answer = (...lines: UnallocatedLine[]) => {
  server.answers['GET /api/operations/bank'] = () =>
    Response.json({ ...bankDesk, unallocated: lines, unallocated_total: lines.length });
};
const show = (given: Partial<UnallocatedLine> = {}) => {
  answer(lineOf(given));
  showOperations();
  return section('Unallocated money');
};

test('an operator returns money to its payer with a reason', async () => {
  const money = await show();
  await userEvent.click(await money.findByRole('button', { name: 'Return to the payer: €20.00 from Piet de Vries' }));
  const question = await dialog('Return €20.00 to its payer?');
  expect(
    question.getByText(/^€20.00 goes back to Piet de Vries, account NL91 ABNA 0417 1643 00, from main-eur/),
  ).toBeDefined();
  await userEvent.click(question.getByRole('button', { name: 'Return €20.00' }));
  expect(question.getByText('Please give a reason')).toBeDefined();
  await userEvent.type(question.getByLabelText('Reason'), 'He asked for it.');
  server.answers[returning] = () => {
    answer(lineOf({ returning: 'ready' }));
    return Response.json({ proposal: null });
  };
  await userEvent.click(question.getByRole('button', { name: 'Return €20.00' }));
  await findToast('€20.00 waits for a payment batch');
  expect(server.bodiesTo(returning)).toEqual([{ reason: 'He asked for it.' }]);
  expect(await money.findByRole('link', { name: 'Goes back to the payer' })).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Unallocated money');
});

test.each([
  ['above 1,000 dollars', { amount_exact: '2480.00' }],
  ['of a payer on a sanctions list', { reason: 'screening' }],
] as const)('a return %s is proposed', async (_, given) => {
  const money = await show(given);
  await userEvent.click(await money.findByRole('button', { name: /^Return to the payer/ }));
  const question = await dialog(/^Propose to return €/);
  server.answers[returning] = () => Response.json({ proposal: proposalOf({ kind: 'return_line', yours: true }) });
  await userEvent.type(question.getByLabelText('Reason'), 'He asked for it.');
  await userEvent.click(question.getByRole('button', { name: 'Propose' }));
  await findToast('Proposed. A second operator must approve');
  expect(server.bodiesTo(returning)).toEqual([{ reason: 'He asked for it.' }]);
});

test('a line that cannot be returned says why at its button', async () => {
  const money = await show({ not_returnable: 'The statement does not name the payer.' });
  const button = await money.findByRole('button', { name: /^Return to the payer/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(money.getByText('The statement does not name the payer.')).toBeDefined();
  await userEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['20.00', 'Book as own funds: €20.00 from Piet de Vries', 'Propose to book €20.00 as own funds?', / came from Piet /],
  ['-20.00', 'Book as own funds: −€20.00 to Piet de Vries', 'Propose to book −€20.00 as own funds?', / went to Piet /],
])('an operator proposes that %s euros are own funds', async (amount, button, title, text) => {
  const money = await show({ amount_exact: amount });
  await userEvent.click(await money.findByRole('button', { name: button }));
  const question = await dialog(title);
  expect(question.getByText(text)).toBeDefined();
  await userEvent.click(question.getByRole('button', { name: 'Propose' }));
  expect(question.getByText('Please give a reason')).toBeDefined();
  const proposal = { id: 'p1', kind: 'book_own_funds', yours: true } as const;
  server.answers[owning] = () => {
    answer(lineOf({ amount_exact: amount, proposal }));
    return Response.json({ proposal: proposalOf({ kind: 'book_own_funds', yours: true }) });
  };
  await userEvent.type(question.getByLabelText('How do you know?'), 'The owners paid it in.');
  await userEvent.click(question.getByRole('button', { name: 'Propose' }));
  await findToast('Proposed. A second operator must approve');
  expect(server.bodiesTo(owning)).toEqual([{ reason: 'The owners paid it in.' }]);
  expect(await money.findByRole('link', { name: 'Waits for a second operator' })).toBeDefined();
});

test('a line that names a payment batch says why it cannot be own funds', async () => {
  const money = await show({ reason: 'batch_amount' });
  const button = await money.findByRole('button', { name: /^Book as own funds/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(money.getByText('The line is about withdrawals. Settle their batch.')).toBeDefined();
});

test('the second operator sees an explanation of own funds', async () => {
  server.answers['GET /api/operations/proposals'] = () =>
    Response.json([
      proposalOf({ kind: 'book_own_funds', order_id: null, name: null, asset: 'EUR', amount_exact: '20.00' }),
    ]);
  await show({ proposal: { id: 'p1', kind: 'book_own_funds', yours: false } });
  const proposals = await section('Needs a second operator');
  expect(await proposals.findByText('Piet de Vries')).toBeDefined();
  await userEvent.click(proposals.getByRole('button', { name: 'Approve: Book as own funds, the house' }));
  const question = await dialog('Approve: book as own funds, €20.00?');
  expect(question.getByText(/€20\.00 is your own money and no longer counts as unallocated/)).toBeDefined();
});

test('a return that is in no batch can be kept', async () => {
  const money = await show({ returning: 'ready' });
  await userEvent.click(await money.findByRole('button', { name: 'Keep €20.00' }));
  const question = await dialog('Keep €20.00?');
  server.answers[keeping] = () => {
    answer(lineOf());
    return new Response(null, { status: 204 });
  };
  await userEvent.click(question.getByRole('button', { name: 'Keep €20.00' }));
  await findToast('€20.00 is unallocated again');
  expect(await money.findByRole('button', { name: /^Credit to a member/ })).toBeDefined();
});

test.each([
  ['batched', 'In a payment batch to the payer'],
  ['sent', 'The bank pays it back'],
] as const)('a return that is %s can only be followed', async (state, words) => {
  const money = await show({ returning: state });
  expect((await money.findByRole('link', { name: words })).getAttribute('href')).toBe('#payouts');
  expect(money.queryByRole('button')).toBeNull();
});

test('the return dialog closes with a toast if another operator was faster', async () => {
  const money = await show();
  await userEvent.click(await money.findByRole('button', { name: /^Return to the payer/ }));
  const question = await dialog('Return €20.00 to its payer?');
  server.answers[returning] = refusal(409, 'line_not_unallocated', 'This line is allocated already.');
  await userEvent.type(question.getByLabelText('Reason'), 'He asked for it.');
  await userEvent.click(question.getByRole('button', { name: 'Return €20.00' }));
  await findToast('This line is allocated already.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an operator connects a debit with the payment that it reverses', async () => {
  const connecting = 'POST /api/operations/bank/lines/42/connect';
  answer(lineOf(), lineOf({ id: '42', amount_exact: '-20.00' }), lineOf({ id: '43', amount_exact: '-7.00' }));
  showOperations();
  const money = await section('Unallocated money');
  await userEvent.click(await money.findByRole('button', { name: 'Took back €20.00 from Piet de Vries' }));
  const question = await dialog('Did the bank take back €20.00?');
  await userEvent.type(question.getByLabelText('How do you know?'), 'The bank called.');
  server.answers[connecting] = () => {
    answer();
    return new Response(null, { status: 204 });
  };
  await userEvent.click(question.getByRole('button', { name: 'Connect the lines' }));
  await findToast('€20.00 connected with its debit');
  expect(server.bodiesTo(connecting)).toEqual([{ deposit: '41', reason: 'The bank called.' }]);
  expect(await money.findByText('Everything is allocated')).toBeDefined();
});
