import type { UnallocatedLine } from '@florin/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findToast } from '../../../../test/find-toast.ts';
import { dialog, press, refusal, showOperations } from '../../../../test/operations-screen.tsx';
import { bankDesk, lineOf } from '../../../../test/bank-desk.ts';
import { proposalOf, startOperationsServer } from '../../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;
const crediting = 'POST /api/operations/bank/lines/41/allocate';
const member = { id: '2', name: 'Jonas Weber', email: 'jonas.weber@florin.example' };

beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const showLines = (...lines: UnallocatedLine[]) => {
  server.answers['GET /api/operations/bank'] = () =>
    Response.json({ ...bankDesk, unallocated: lines, unallocated_total: lines.length });
};

async function openCredit(given: Partial<UnallocatedLine> = {}) {
  showLines(lineOf(given));
  showOperations();
  await press(/^Credit to a member: /);
  const credit = await dialog(`Credit ${given.amount_exact === '2480.00' ? '€2,480.00' : '€20.00'} to a member`);
  const email = credit.getByLabelText('Member’s email');
  const submit = () => userEvent.click(credit.getByRole('button', { name: /^(Credit|Propose) €/ }));
  return { credit, email, submit, explain: () => userEvent.type(credit.getByLabelText('Reason'), 'He called.') };
}

test('an operator credits the named member after giving a reason', async () => {
  server.answers[crediting] = () => Response.json({ proposal: null });
  const { credit, email, submit, explain } = await openCredit({ member });
  expect(email).toHaveProperty('value', member.email);
  expect(document.activeElement).toBe(email);
  expect(credit.getByText(/The payment reference names/).textContent).toBe('The payment reference names Jonas Weber.');
  expect(credit.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Piet de Vries',
    'Rent November',
    '€20.00',
  ]);
  expect(credit.getByText(/Above \$1,000, a second operator must approve/)).toBeDefined();
  await submit();
  expect(credit.getByText('Please give a reason')).toBeDefined();
  expect(document.activeElement).toBe(credit.getByLabelText('Reason'));
  expect(server.countOf(crediting)).toBe(0);
  showLines();
  await explain();
  await submit();
  expect(await screen.findByText('€20.00 credited to jonas.weber@florin.example')).toBeDefined();
  expect(server.bodiesTo(crediting)).toEqual([{ email: member.email, reason: 'He called.' }]);
  expect(await screen.findByText('Everything is allocated')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Unallocated money');
});

test('a credit above 1,000 dollars is proposed', async () => {
  const { credit, submit, explain } = await openCredit({ member, amount_exact: '2480.00' });
  expect(credit.getByText('A second operator must approve this,')).toBeDefined();
  server.answers[crediting] = () => Response.json({ proposal: proposalOf({ kind: 'allocate_line', yours: true }) });
  const proposal = { id: 'p1', kind: 'allocate_line', yours: true } as const;
  showLines(lineOf({ amount_exact: '2480.00', proposal }));
  await explain();
  await submit();
  expect(await screen.findByText('Proposed. A second operator must approve')).toBeDefined();
  expect(await screen.findByRole('link', { name: 'Waits for a second operator' })).toBeDefined();
});

test.each([
  ['', 'Please enter the member’s email'],
  ['nobody', 'Enter an email such as name@example.com'],
])('the email "%s" is refused at its field without a call', async (typed, sentence) => {
  const { credit, email, submit, explain } = await openCredit();
  await explain();
  if (typed) await userEvent.type(email, typed);
  await submit();
  expect(credit.getByText(sentence)).toBeDefined();
  expect(document.activeElement).toBe(email);
  expect(server.countOf(crediting)).toBe(0);
});

test.each([
  [404, 'user_not_found', 'No open account has this address.'],
  [409, 'account_frozen', 'This account is frozen. Unfreeze it first.'],
  [403, 'second_operator_required', 'This is your own account. Another operator must handle it.'],
])('the server’s error %s %s is shown at the email', async (status, code, sentence) => {
  server.answers[crediting] = refusal(status, code, sentence);
  const { credit, email, submit, explain } = await openCredit({ member });
  await explain();
  await submit();
  expect(await credit.findByText(sentence)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(email));
  expect(email.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(email, 'x');
  expect(credit.queryByText(sentence)).toBeNull();
});

test.each([
  ['line_not_found', 404],
  ['line_not_unallocated', 409],
  ['proposal_open', 409],
])('the dialog closes with a toast on %s, because another operator was faster', async (code, status) => {
  server.answers[crediting] = refusal(status, code, 'Another operator was faster.');
  const { submit, explain } = await openCredit({ member });
  await explain();
  await submit();
  await findToast('Another operator was faster.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the credit dialog shows other errors', async () => {
  server.answers[crediting] = refusal(503, 'ledger_read_only', 'Money cannot be moved right now.');
  const { credit, submit, explain } = await openCredit({ member });
  await explain();
  await submit();
  expect(await credit.findByText('Money cannot be moved right now.')).toBeDefined();
});

test('a credit without an answer is retried with the same idempotency key', async () => {
  const keys: (string | null)[] = [];
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.endsWith('/allocate')) return answered(url, init);
    keys.push(new Headers(init.headers).get('idempotency-key'));
    if (keys.length === 1) throw new TypeError('the answer was lost');
    return Response.json({ proposal: null });
  });
  const { credit, submit, explain } = await openCredit({ member });
  await explain();
  await submit();
  expect(await credit.findByText('The server did not answer. You can safely try again.')).toBeDefined();
  await submit();
  expect(await screen.findByText('€20.00 credited to jonas.weber@florin.example')).toBeDefined();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});
