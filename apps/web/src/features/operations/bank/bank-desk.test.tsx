import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unallocatedReasons } from '@florin/contract';
import { section, showOperations } from '../../../../test/operations-screen.tsx';
import { bankDesk, lineOf, nothingOpen } from '../../../../test/bank-desk.ts';
import { proposalOf, startOperationsServer } from '../../../../test/operations-server.ts';
import { reasonWords } from './line-words.ts';

let server: ReturnType<typeof startOperationsServer>;
const [account] = bankDesk.accounts;

beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  document.querySelector('meta[name="florin-mode"]')?.remove();
  vi.unstubAllGlobals();
});

const showDesk = (desk: object = {}) => {
  server.answers['GET /api/operations/bank'] = () => Response.json({ ...bankDesk, ...desk });
  showOperations();
};

/** Finds a section after the desk has loaded. */
async function loaded(name: string) {
  await screen.findByRole('region', { name: 'Bank files' });
  return section(name);
}

const rowsOf = async (name: string) =>
  (await loaded(name)).getAllByRole('row').map(({ textContent }) => textContent?.replace(/imported .*/, 'imported'));

test('the bank desk shows each account with its number in groups, its balances and its last statement', async () => {
  showDesk({
    accounts: [
      account,
      {
        ...account,
        id: 'own-gbp',
        currency: 'GBP',
        purpose: 'own_funds',
        number: '12345674',
        at_bank_exact: null,
        in_books_exact: '0.00',
        difference_exact: null,
        last_statement: null,
        open: nothingOpen,
      },
    ],
  });
  expect((await rowsOf('Bank accounts')).slice(1)).toEqual([
    'Example Bank, EURExample Payments Ltd · main-eurDE75 5121 0800 1245 1261 99Members’ money€2,520.00€2,520.00EqualNo. 12, to Nov 20, 2024imported',
    'Example Bank, GBPExample Payments Ltd · own-gbp12345674Own funds–£0.00No statement yetNoneNone',
  ]);
});

test('a bank account without a statement is not equal, and differs if the books have money of it', async () => {
  const unread = { ...account, at_bank_exact: null, last_statement: null };
  showDesk({
    accounts: [
      { ...unread, in_books_exact: '0.00', difference_exact: null },
      { ...unread, id: 'second-eur', in_books_exact: '7.00', difference_exact: '-7.00' },
    ],
  });
  const accounts = await loaded('Bank accounts');
  expect(accounts.getByText('No statement yet')).toBeDefined();
  expect(accounts.queryByText('Equal')).toBeNull();
  expect(accounts.getByText('Bank and books differ: −€7.00 on second-eur.')).toBeDefined();
});

test('the bank desk says in red by how much the bank and the books differ', async () => {
  showDesk({ accounts: [{ ...account, at_bank_exact: '2515.00', difference_exact: '-5.00' }] });
  const accounts = await loaded('Bank accounts');
  expect(accounts.getByText('Bank and books differ: −€5.00 on main-eur.')).toBeDefined();
  expect(accounts.queryByText('Equal')).toBeNull();
});

test.each([
  ['live', 'Transfer the missing money to a safeguarding account.'],
  ['sandbox', 'The sandbox buys no currencies or coins to cover exchanges'],
])('warns in %s if client money is not safeguarded', async (mode, advice) => {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'florin-mode', content: mode }));
  showDesk({
    client_money: [
      {
        currency: 'EUR',
        owed_exact: '2520.00',
        safeguarded_exact: '2000.00',
        in_transit_exact: '10.00',
        percent: 79.76,
      },
    ],
  });
  const money = await section('Client money');
  expect(money.getByRole('row', { name: /Euro/ }).textContent).toBe('Euro€2,520.00€2,000.00€10.0079.76%');
  expect(money.getByText('Client money is missing: €510.00.').parentElement?.textContent).toContain(advice);
});

test('the bank desk does not warn if all client money is safeguarded or no money is owed', async () => {
  showDesk({
    client_money: [
      ...bankDesk.client_money,
      { currency: 'GBP', owed_exact: '0.00', safeguarded_exact: '0.00', in_transit_exact: '0.00', percent: null },
    ],
  });
  const money = await section('Client money');
  expect(money.getByText('100%')).toBeDefined();
  expect(money.getByText('Nothing owed')).toBeDefined();
  expect(money.queryByText(/Client money is missing/)).toBeNull();
});

test('the bank desk shows the reason and the member of each unallocated line', async () => {
  const member = { id: '2', name: 'Jonas Weber', email: 'jonas.weber@florin.example' };
  showDesk({
    unallocated: [
      lineOf({ reason: 'other_payer', member }),
      lineOf({ id: '42', counterparty: null, remittance: null }),
    ],
    unallocated_total: 2,
  });
  expect((await rowsOf('Unallocated money')).slice(1)).toEqual([
    'Nov 20, 2024main-eur+€20.00Piet de VriesNL91 ABNA 0417 1643 00Rent NovemberThe payer’s name differs from the member’s.Names Jonas WeberCredit to a memberReturn to the payerOwn funds',
    'Nov 20, 2024main-eur+€20.00Not namedNL91 ABNA 0417 1643 00No textThe text has no member’s payment reference.Credit to a memberReturn to the payerOwn funds',
  ]);
  expect(Object.keys(reasonWords).toSorted()).toEqual(unallocatedReasons.toSorted());
});

test('an outgoing line and a line with an open proposal cannot be credited', async () => {
  const proposal = { id: 'p1', kind: 'allocate_line', yours: true } as const;
  showDesk({ unallocated: [lineOf({ amount_exact: '-3.00' }), lineOf({ id: '42', proposal })], unallocated_total: 2 });
  const money = await section('Unallocated money');
  expect(money.getByRole('row', { name: /−€3\.00/ })).toBeDefined();
  expect(money.getByRole('link', { name: 'Waits for a second operator' }).getAttribute('href')).toBe('#proposals');
  expect(money.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Own funds']);
});

test('a proposal to credit money names the payer', async () => {
  const proposal = { id: 'p1', kind: 'allocate_line', yours: false } as const;
  server.answers['GET /api/operations/proposals'] = () =>
    Response.json([proposalOf({ kind: 'allocate_line', order_id: null, asset: 'EUR', amount_exact: '2480.00' })]);
  showDesk({ unallocated: [lineOf({ proposal })] });
  const row = within(await screen.findByRole('row', { name: /Credit unallocated money/ }));
  expect(await row.findByText('Piet de Vries')).toBeDefined();
});

test('the bank desk shows few lines until the operator requests all lines, and the number of lines that the server left out', async () => {
  const lines = Array.from({ length: 9 }, (_, n) => lineOf({ id: String(n) }));
  showDesk({ unallocated: lines, unallocated_total: 12 });
  const money = await section('Unallocated money');
  expect(money.getByText('12 lines, oldest first')).toBeDefined();
  expect(money.getByText('These are the oldest 9 of 12 lines.')).toBeDefined();
  expect(money.getAllByRole('row')).toHaveLength(9);
  await userEvent.click(money.getByRole('button', { name: 'Show all 9' }));
  expect(money.getAllByRole('row')).toHaveLength(10);
});

test('the bank desk says that all lines are allocated', async () => {
  showDesk({ unallocated: [], unallocated_total: 0, files: [] });
  expect(await (await section('Unallocated money')).findByText('Everything is allocated')).toBeDefined();
  expect((await section('Bank files')).getByText('No files yet')).toBeDefined();
});

test('the bank desk offers Retry when it fails to load', async () => {
  server.answers['GET /api/operations/bank'] = () => Response.json({}, { status: 400 });
  showOperations();
  const retry = await (await section('Bank accounts')).findByRole('button', { name: 'Retry' });
  server.answers['GET /api/operations/bank'] = () => Response.json(bankDesk);
  await userEvent.click(retry);
  expect(await screen.findByText('Rent November')).toBeDefined();
});

test('the bank desk shows the open items of an account with their age', async () => {
  showDesk();
  const accounts = await loaded('Bank accounts');
  const cell = accounts.getAllByRole('cell').at(-1);
  expect(cell?.textContent).toBe('1 unallocated, €20.00oldest 9 days2 with the bank, €80.00oldest 1 day');
});

test('a line of a possibly sanctioned payer links to the decision, and cannot be credited', async () => {
  showDesk({ unallocated: [lineOf({ reason: 'screening', on_list: true })] });
  const money = await section('Unallocated money');
  const link = await money.findByRole('link', { name: 'Decide under Screening' });
  expect(link.getAttribute('href')).toBe('#screening');
  expect(money.queryByRole('button')).toBeNull();
});
