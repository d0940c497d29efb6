import type { Approval } from '@florin/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acmeAs } from '../../../../test/acme.ts';
import { findToast } from '../../../../test/find-toast.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { sentBody } from '../../../../test/sent-body.ts';
import { storeSession } from '../../../api/stored-session.ts';
import { meQuery } from '../../../api/queries.ts';
import { ApprovalsPage } from './approvals-page.tsx';

const approvalOf = (given: Partial<Approval> = {}): Approval => ({
  id: 'a1',
  kind: 'payment',
  state: 'proposed',
  title: '$2,000.00 to shop@florin.example',
  payment: {
    amount: 2_000,
    amount_exact: '2000.00',
    total: 2_040,
    total_exact: '2040.00',
    currency: 'USD',
    to: 'shop@florin.example',
    note: 'Flour',
  },
  batch_id: null,
  why: ['Payments above $1,000.00 need one approval by another person.'],
  proposed_by: { id: 'p2', name: 'Jonas' },
  by_key: null,
  proposed_at: '2026-11-28T10:00:00.000Z',
  expires_at: '2026-12-05T10:00:00.000Z',
  approvals_needed: 2,
  approved_by: [{ id: 'p3', name: 'Lea' }],
  ended_at: null,
  reason: null,
  can_decide: true,
  yours: false,
  ...given,
});

let open: Approval[];
let ended: Approval[];
let answer: () => Response;
let challenge: () => Response;
const sent: unknown[] = [];

beforeEach(() => {
  [open, ended] = [[approvalOf()], []];
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.includes('/approvals?')) return Response.json(url.includes('ended') ? ended : open);
    if (url.includes('/passkey')) return challenge();
    if (!url.includes('/approvals/')) return Response.json([]);
    sent.push([url, init.body === undefined ? undefined : sentBody(init)]);
    return answer();
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function show(factors: { two_factor: boolean; has_factor: boolean }) {
  const user = { ...acmeAs('approver'), ...factors };
  storeSession({ token: 'a-token', user });
  renderScreen(ApprovalsPage, { at: '/approvals' }).queryClient.setQueryData(meQuery.queryKey, user);
}

test('the approvals page shows total, fee, note, proposer, rules and current approvals before a decision', async () => {
  show({ two_factor: false, has_factor: false });
  const item = await screen.findByRole('listitem', { name: '$2,000.00 to shop@florin.example' });
  for (const text of ['$2,040.00 with the fee of $40.00', 'Flour', 'Jonas', '1 of 2, by Lea'])
    expect(item.textContent).toContain(text);
  expect(within(item).getByText('Payments above $1,000.00 need one approval by another person.')).toBeDefined();
});

test("the approvals page names the API key of a proposal and the key's creator in the lists and before a decision", async () => {
  const key = { by_key: { id: 'k1', name: 'Payroll' } };
  open = [approvalOf(key), approvalOf({ ...key, id: 'a2', title: 'Own', can_decide: false, yours: true })];
  ended = [approvalOf({ ...key, id: 'a3', state: 'refused', title: 'Ended' })];
  show({ two_factor: false, has_factor: false });
  const item = await screen.findByRole('listitem', { name: '$2,000.00 to shop@florin.example' });
  expect(item.textContent).toContain('API key Payroll, made by Jonas');
  expect(screen.getByText('Your API key proposed this. Another person must approve it.')).toBeDefined();
  const past = await screen.findByText('Ended', { selector: 'bdi' });
  expect(past.closest('li')?.textContent).toContain('Proposed by API key Payroll, made by Jonas');
  for (const action of ['Approve', 'Refuse']) {
    await userEvent.click(within(item).getByRole('button', { name: new RegExp(`^${action}`) }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Proposed by the API key Payroll, made by Jonas.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  }
});

test('an approval sends its code in the same call, and shows an error for a wrong code', async () => {
  show({ two_factor: true, has_factor: true });
  await userEvent.click(await screen.findByRole('button', { name: /^Approve/ }));
  answer = () =>
    Response.json({ code: 'second_factor_wrong', detail: 'Incorrect code.', request_id: '1' }, { status: 422 });
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '111111');
  expect(await screen.findByText('Incorrect code.')).toBeDefined();
  answer = () => Response.json(approvalOf({ state: 'approved' }));
  await userEvent.type(screen.getByLabelText('Six-digit code'), '222222');
  expect(await findToast('Approved: $2,000.00 to shop@florin.example')).toBeDefined();
  expect(sent).toEqual([
    ['/api/approvals/a1/approve', { code: '111111' }],
    ['/api/approvals/a1/approve', { code: '222222' }],
  ]);
});

test('an approval offers a passkey next to the code of the authenticator app', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  challenge = () =>
    Response.json({ code: 'passkey_refused', detail: 'No passkey now.', request_id: '1' }, { status: 422 });
  show({ two_factor: true, has_factor: true });
  await userEvent.click(await screen.findByRole('button', { name: /^Approve/ }));
  expect(await screen.findByLabelText('Six-digit code')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
  expect(await screen.findByText('No passkey now.')).toBeDefined();
  expect(sent).toEqual([]);
});

test('a person without a second factor approves with the password and sees how many approvals are missing', async () => {
  show({ two_factor: false, has_factor: false });
  await userEvent.click(await screen.findByRole('button', { name: /^Approve/ }));
  answer = () =>
    Response.json(
      approvalOf({
        approvals_needed: 3,
        approved_by: [
          { id: 'p3', name: 'Lea' },
          { id: 'p4', name: 'Ada' },
        ],
      }),
    );
  await userEvent.type(await screen.findByLabelText('Current password'), 'double-entry{Enter}');
  expect(await findToast('Approved. One more approval is needed.')).toBeDefined();
  expect(sent).toEqual([['/api/approvals/a1/approve', { password: 'double-entry' }]]);
});

test('an approver refuses a payment with a reason', async () => {
  show({ two_factor: false, has_factor: false });
  await userEvent.click(await screen.findByRole('button', { name: /^Refuse/ }));
  answer = () => Response.json(approvalOf({ state: 'refused', reason: 'Paid twice.' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Paid twice.');
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }));
  expect(await findToast('Refused: $2,000.00 to shop@florin.example')).toBeDefined();
  expect(sent).toEqual([['/api/approvals/a1/refuse', { reason: 'Paid twice.' }]]);
});

test("the approvals page offers only a withdrawal for the person's own payment", async () => {
  open = [approvalOf({ can_decide: false, yours: true })];
  show({ two_factor: false, has_factor: false });
  expect(await screen.findByText('You proposed this. Another person must approve it.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  answer = () => Response.json(approvalOf({ state: 'withdrawn' }));
  await userEvent.click(screen.getByRole('button', { name: /^Withdraw/ }));
  expect(await findToast('Withdrawn: $2,000.00 to shop@florin.example')).toBeDefined();
});

test('the approvals page says that no proposals wait, and how earlier proposals ended', async () => {
  [open, ended] = [[], [approvalOf({ state: 'failed', reason: 'The balance is too low.', can_decide: false })]];
  show({ two_factor: false, has_factor: false });
  expect(await screen.findByText('Nothing waits')).toBeDefined();
  expect(await screen.findByText('The balance is too low.')).toBeDefined();
  expect(screen.getByText('Failed')).toBeDefined();
});

test('the approvals page links a batch payout to its rows, while it waits and after its end', async () => {
  const batch = { kind: 'batch', title: 'payroll.csv, 3 payments', payment: null, batch_id: '7' } as const;
  [open, ended] = [[approvalOf(batch)], [approvalOf({ ...batch, id: 'a2', state: 'approved', can_decide: false })]];
  show({ two_factor: false, has_factor: false });
  const item = await screen.findByRole('listitem', { name: 'payroll.csv, 3 payments' });
  expect(within(item).getByText('Why it waits')).toBeDefined();
  const links = await screen.findAllByRole('link', { name: /^See all rows/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/batch-payouts/7', '/batch-payouts/7']);
  await userEvent.click(screen.getByRole('button', { name: /^Approve/ }));
  expect(await screen.findByText('Every row of the file is paid. Proposed by Jonas.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: /^Refuse/ }));
  expect(await screen.findByText('Nothing is paid. The file can be started again. Proposed by Jonas.')).toBeDefined();
});
