import type { MoneyWithoutLine } from '@florin/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bankDesk, moneyWithoutLineOf } from '../../../../test/bank-desk.ts';
import { findToast } from '../../../../test/find-toast.ts';
import { dialog, press, refusal, section, showOperations } from '../../../../test/operations-screen.tsx';
import { proposalOf, startOperationsServer } from '../../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;
const crediting = 'POST /api/operations/bank/without-line/7/allocate';

beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const showMoney = (items: readonly MoneyWithoutLine[], total = items.length) => {
  const desk = { ...bankDesk, unallocated: [], unallocated_total: 0, without_line: items, without_line_total: total };
  server.answers['GET /api/operations/bank'] = () => Response.json(desk);
};

/** Finds the section after the desk has loaded. */
async function loaded() {
  await screen.findByRole('region', { name: 'Bank files' });
  return section('Unallocated money');
}

test('the bank desk shows money of closed accounts that has no line', async () => {
  showMoney([moneyWithoutLineOf(), moneyWithoutLineOf({ id: '8', source: 'transfer', member: null })]);
  showOperations();
  const money = await loaded();
  expect(money.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'DayAmountMemberWhy it is hereActions',
    'Nov 20, 2024+$51.00Closed accountA card payment came back, and the account is closed.Credit to a member',
    'Nov 20, 2024+$51.00UnknownThe accounts of payer and receiver are closed.Credit to a member',
  ]);
  expect(money.queryByText('Everything is allocated')).toBeNull();
  expect(money.getByText('2 amounts of closed accounts')).toBeDefined();
});

test('the bank desk counts lines and money of closed accounts', async () => {
  const items = { without_line: [moneyWithoutLineOf()], without_line_total: 1 };
  server.answers['GET /api/operations/bank'] = () => Response.json({ ...bankDesk, unallocated_total: 1, ...items });
  showOperations();
  expect((await loaded()).getByText('1 line, 1 amount of closed accounts')).toBeDefined();
});

test('the bank desk says how much money of closed accounts there is', async () => {
  showMoney(
    Array.from({ length: 9 }, (_, index) => moneyWithoutLineOf({ id: String(index) })),
    12,
  );
  showOperations();
  const money = await loaded();
  expect(money.getByText('These are the newest 9 of 12 amounts.')).toBeDefined();
  expect(money.getAllByRole('row')).toHaveLength(1 + 8);
  await userEvent.click(money.getByRole('button', { name: 'Show all 9' }));
  expect(money.getAllByRole('row')).toHaveLength(1 + 9);
});

async function openCredit(given: Partial<MoneyWithoutLine> = {}) {
  showMoney([moneyWithoutLineOf(given)]);
  showOperations();
  await press(/^Credit to a member: .* of Nov 20, 2024$/);
  const credit = await dialog(/^Credit \$.* to a member$/);
  await userEvent.type(credit.getByLabelText('Member’s email'), 'jonas.weber@florin.example');
  await userEvent.type(credit.getByLabelText('Reason'), 'He called.');
  return { credit, submit: () => userEvent.click(credit.getByRole('button', { name: /^(Credit|Propose) \$/ })) };
}

test('an operator credits money of a closed account to a member', async () => {
  server.answers[crediting] = () => Response.json({ proposal: null });
  const { credit, submit } = await openCredit();
  expect(credit.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '2@closed.invalid',
    'A card payment came back, and the account is closed.',
    '$51.00',
  ]);
  showMoney([]);
  await submit();
  expect(await screen.findByText('$51.00 credited to jonas.weber@florin.example')).toBeDefined();
  expect(server.bodiesTo(crediting)).toEqual([{ email: 'jonas.weber@florin.example', reason: 'He called.' }]);
  expect(await screen.findByText('Everything is allocated')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Unallocated money');
});

test('a large amount of a closed account is proposed', async () => {
  const amount = { amount_exact: '2480.00' };
  const { credit, submit } = await openCredit(amount);
  expect(credit.getByText('A second operator must approve this,')).toBeDefined();
  const proposal = { id: 'p1', kind: 'allocate_unowned', yours: true } as const;
  server.answers[crediting] = () => Response.json({ proposal: proposalOf(proposal) });
  server.answers['GET /api/operations/proposals'] = () => Response.json([proposalOf({ ...proposal, order_id: null })]);
  showMoney([moneyWithoutLineOf({ ...amount, proposal })]);
  await submit();
  expect(await screen.findByText('Proposed. A second operator must approve')).toBeDefined();
  expect(await screen.findByRole('link', { name: 'Waits for a second operator' })).toBeDefined();
  const row = within(await screen.findByRole('row', { name: /Credit money of a closed account/ }));
  expect(row.getByText('A card payment came back, and the account is closed.')).toBeDefined();
});

test('the dialog closes with a toast if another operator credited the money', async () => {
  server.answers[crediting] = refusal(409, 'line_not_unallocated', 'This money is allocated already.');
  const { submit } = await openCredit();
  await submit();
  await findToast('This money is allocated already.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('money of a possibly sanctioned owner links to the decision, and cannot be credited', async () => {
  showMoney([moneyWithoutLineOf({ on_list: true })]);
  showOperations();
  const money = await loaded();
  const link = money.getByRole('link', { name: 'Decide under Screening' });
  expect(link.getAttribute('href')).toBe('#screening');
  expect(money.queryByRole('button')).toBeNull();
});
