import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dialog, refusal, section, showOperations } from '../../../../test/operations-screen.tsx';
import { operator, orderOf, proposalOf, startOperationsServer } from '../../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;
const list = 'GET /api/operations/proposals';
const approving = 'POST /api/operations/proposals/p1/approve';

beforeEach(() => {
  server = startOperationsServer();
  server.answers[list] = () => Response.json([proposalOf()]);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const proposals = () => {
  showOperations();
  return section('Needs a second operator');
};

test("approving a proposal needs a note about the operator's checks", async () => {
  const area = await proposals();
  const row = await area.findByRole('row', { name: /Settle deposit/ });
  expect(row.textContent).toContain('It is on the statement of 26 November.');
  expect(row.textContent).toContain('ada@florin.example');
  await userEvent.click(area.getByRole('button', { name: 'Approve: Settle deposit, Oskar Lind' }));
  const question = await dialog('Approve: settle deposit, $24,999.44?');
  await userEvent.click(question.getByRole('button', { name: 'Approve' }));
  expect(question.getByText('Please give a reason')).toBeDefined();
  expect(server.countOf(approving)).toBe(0);
  server.answers[approving] = () => Response.json(proposalOf({ state: 'approved' }));
  server.answers[list] = () => Response.json([]);
  await userEvent.type(question.getByLabelText('What did you check?'), 'Seen on the statement');
  await userEvent.click(question.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Approved and done')).toBeDefined();
  expect(server.bodiesTo(approving)).toEqual([{ reason: 'Seen on the statement' }]);
  expect(await area.findByText('Nothing needs a second operator')).toBeDefined();
});

test('rejecting a proposal sends a reason', async () => {
  const rejecting = 'POST /api/operations/proposals/p1/reject';
  server.answers[rejecting] = () => Response.json(proposalOf({ state: 'rejected' }));
  const area = await proposals();
  await userEvent.click(await area.findByRole('button', { name: 'Reject: Settle deposit, Oskar Lind' }));
  const question = await dialog('Reject: settle deposit, $24,999.44?');
  await userEvent.type(question.getByLabelText('Reason'), 'Not on the statement');
  await userEvent.click(question.getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('Rejected')).toBeDefined();
  expect(server.bodiesTo(rejecting)).toEqual([{ reason: 'Not on the statement' }]);
});

test('operators can only withdraw their own proposals', async () => {
  server.answers[list] = () => Response.json([proposalOf({ yours: true, proposed_by: operator.email })]);
  const withdrawing = 'POST /api/operations/proposals/p1/withdraw';
  server.answers[withdrawing] = () => Response.json(proposalOf({ state: 'withdrawn' }));
  const area = await proposals();
  expect(await area.findByText('Another operator decides')).toBeDefined();
  expect(area.queryByRole('button', { name: /Approve/ })).toBeNull();
  await userEvent.click(area.getByRole('button', { name: 'Withdraw: Settle deposit, Oskar Lind' }));
  const question = await dialog('Withdraw: settle deposit, $24,999.44?');
  await userEvent.click(question.getByRole('button', { name: 'Withdraw the proposal' }));
  expect(await screen.findByText('Proposal withdrawn')).toBeDefined();
});

test('the dialog closes with a toast if another operator has decided the proposal', async () => {
  server.answers[approving] = refusal(409, 'proposal_not_open', 'Another operator has approved this already.');
  const area = await proposals();
  await userEvent.click(await area.findByRole('button', { name: 'Approve: Settle deposit, Oskar Lind' }));
  const question = await dialog('Approve: settle deposit, $24,999.44?');
  await userEvent.type(question.getByLabelText('What did you check?'), 'Seen');
  await userEvent.click(question.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Another operator has approved this already.')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a proposal that cannot be approved says why at its button, and can be rejected', async () => {
  const detail = 'This account is frozen. Unfreeze it first.';
  server.answers[list] = () => Response.json([proposalOf({ kind: 'allocate_line', not_approvable: detail })]);
  const area = await proposals();
  const approve = await area.findByRole('button', { name: /^Approve/ });
  expect(approve.getAttribute('aria-disabled')).toBe('true');
  expect(area.getByText(detail).id).toBe(approve.getAttribute('aria-describedby'));
  await userEvent.click(approve);
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(area.getByRole('button', { name: /^Reject/ }));
  expect(await screen.findByRole('dialog')).toBeDefined();
});

test('the proposals section offers Retry when it fails to load', async () => {
  server.answers[list] = refusal(500, 'internal_error', 'Something went wrong on our side.');
  const area = await proposals();
  expect(await area.findByRole('button', { name: 'Retry' }, { timeout: 10_000 })).toBeDefined();
});

test('an order with an open proposal links to it instead of showing buttons', async () => {
  server.answers['GET /api/operations/orders'] = () =>
    Response.json([orderOf({ proposal: { id: 'p1', kind: 'return_order', yours: false } })]);
  showOperations();
  const orders = await section('Pending withdrawals and bank deposits');
  const link = await orders.findByRole('link', { name: 'Needs a second operator' });
  expect(link.getAttribute('href')).toBe('#proposals');
  expect(orders.queryByRole('button', { name: /Release/ })).toBeNull();
});

test('an order that cannot be released says why at its button', async () => {
  const detail = 'This withdrawal is in a payment batch. The bank’s files end it.';
  server.answers['GET /api/operations/orders'] = () => Response.json([orderOf({ not_settleable: detail })]);
  showOperations();
  const orders = await section('Pending withdrawals and bank deposits');
  const release = await orders.findByRole('button', { name: /^Release/ });
  expect(release.getAttribute('aria-disabled')).toBe('true');
  expect(orders.getByText(detail).id).toBe(release.getAttribute('aria-describedby'));
  await userEvent.click(release);
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(orders.getByRole('button', { name: /^Return/ }));
  expect(await screen.findByRole('dialog')).toBeDefined();
});

test('buttons of an order with the same reason show the reason once', async () => {
  const detail = 'The bank has this withdrawal.';
  const order = orderOf({ not_settleable: detail, not_returnable: detail });
  server.answers['GET /api/operations/orders'] = () => Response.json([order]);
  showOperations();
  const orders = await section('Pending withdrawals and bank deposits');
  const { id } = await orders.findByText(detail);
  for (const name of [/^Release/, /^Return/])
    expect(orders.getByRole('button', { name }).getAttribute('aria-describedby')).toBe(id);
});

// Rules: identity-8
test('an operator without a second factor sees only how to set one up', async () => {
  server.answers['GET /api/operations/overview'] = refusal(403, 'operator_needs_factor', 'Operators need one.');
  showOperations();
  expect(await screen.findByText('Operators need a second factor.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open your profile' }).getAttribute('href')).toBe('/profile');
});
