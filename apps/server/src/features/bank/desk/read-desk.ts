import type { BankDesk, UnallocatedLine } from '@florin/contract';
import { amountOf, toDecimal, type FiatCode } from '@florin/money';
import type { Pool } from '../../../platform/database/pool.ts';
import type { OperatorAccount } from '../../../providers/bank/bank.ts';
import { openProposalsOn, openProposalView, type OpenProposal } from '../../proposals/index.ts';
import { heldNames } from '../../screening/index.ts';
import { clientMoney, clientMoneyView } from '../client-money.ts';
import type { UnallocatedReason } from '../match-lines.ts';
import { whyNotReturnable } from '../payouts/payer-account.ts';
import { returnsInBatches } from '../payouts/payer-returns.ts';
import { canPayByFile } from '../payouts/schemes.ts';
import { subjectOfPayer } from '../screen-payers.ts';
import { countUnallocated } from '../watch-client-money.ts';
import { lineSubject } from './line-subject.ts';
import { openItems } from './open-items.ts';
import { unownedMoney } from './unowned-money.ts';

const maxLines = 200;
const maxFiles = 20;

/** Returns the operator's view of the bank: accounts, client money, unallocated lines, and imported files. */
export async function readDesk(pool: Pool, accounts: readonly OperatorAccount[], readerId: string): Promise<BankDesk> {
  const [states, money, unallocated, withoutLine, files] = await Promise.all([
    accountStates(pool, accounts),
    clientMoney(pool, accounts),
    unallocatedLines(pool, accounts, readerId),
    unownedMoney(pool, readerId),
    importedFiles(pool),
  ]);
  return { accounts: states, client_money: money.map(clientMoneyView), ...unallocated, ...withoutLine, files };
}

async function accountStates(pool: Pool, accounts: readonly OperatorAccount[]): Promise<BankDesk['accounts']> {
  type Row = {
    id: string;
    balance: bigint | null;
    booked: bigint;
    sequence: string | null;
    closed_on: string | null;
    imported_at: Date | null;
  };
  const { rows } = await pool.query<Row>(
    `select a.id, a.balance, a.sequence, a.closed_on::text,
            coalesce((select -b.posted from books.house_balances b where b.kind = 'bank:' || a.id), 0) as booked,
            (select max(f.imported_at) from bank_statements s join bank_files f on f.id = s.file_id
             where s.account = a.id) as imported_at
     from operator_accounts a where a.id = any ($1)`,
    [accounts.map(({ id }) => id)],
  );
  const stateOf = new Map(rows.map((row) => [row.id, row]));
  const openOf = await openItems(pool);
  return accounts.map(({ id, bank, holder, currency, purpose, iban, account_number }) => {
    const state = stateOf.get(id);
    const exact = (units: bigint) => toDecimal(amountOf(currency, units));
    const [atBank, inBooks] = [state?.balance ?? null, state?.booked ?? 0n];
    return {
      id,
      bank,
      holder,
      currency,
      purpose,
      number: iban ?? account_number ?? id,
      last_statement: state?.imported_at
        ? { sequence: state.sequence, to: state.closed_on, imported_at: state.imported_at.toISOString() }
        : null,
      at_bank_exact: atBank === null ? null : exact(atBank),
      in_books_exact: exact(inBooks),
      difference_exact: atBank === null && inBooks === 0n ? null : exact((atBank ?? 0n) - inBooks),
      open: {
        unallocated: openOf(id, 'unallocated', exact),
        in_batches: openOf(id, 'batched', exact),
        with_the_bank: openOf(id, 'sent', exact),
      },
    };
  });
}

type LineRow = {
  id: bigint;
  match: 'unallocated' | 'to-payer';
  account: string;
  booked: string | null;
  amount: bigint;
  currency: FiatCode;
  counterparty: string | null;
  counterparty_account: string | null;
  remittance: string | null;
  reason: UnallocatedReason;
  member: { id: string; name: string; email: string } | null;
  imported_at: Date;
};

async function unallocatedLines(
  pool: Pool,
  accounts: readonly OperatorAccount[],
  readerId: string,
): Promise<Pick<BankDesk, 'unallocated' | 'unallocated_total'>> {
  const [{ rows }, total] = await Promise.all([
    pool.query<LineRow>(
      `select l.id, l.match, l.account, l.booked::text, l.amount, a.currency, l.counterparty, l.counterparty_account,
              l.remittance, l.reason, f.imported_at,
              case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) end
                as member
       from bank_lines l
       join operator_accounts a on a.id = l.account
       join bank_statements s on s.id = l.statement_id
       join bank_files f on f.id = s.file_id
       left join people p on p.id = l.user_id
       where l.reason is not null and l.match in ('unallocated', 'to-payer') and l.posted order by l.id limit $1`,
      [maxLines],
    ),
    countUnallocated(pool),
  ]);
  const ids = rows.map(({ id }) => id);
  const [proposals, inBatches, listed] = await Promise.all([
    openProposalsOn(pool, ids.map(lineSubject)),
    returnsInBatches(pool, ids),
    heldNames(pool, rows.map(subjectOf)),
  ]);
  return {
    unallocated: rows.map((row) => ({
      ...lineView(row, proposals.get(lineSubject(row.id)), readerId),
      returning: row.match === 'to-payer' ? (inBatches.get(row.id) ?? 'ready') : null,
      not_returnable: whyNotReturnable(row, canPayByFile(accounts, row.account)) ?? null,
      on_list: listed.has(subjectOf(row)),
    })),
    unallocated_total: total,
  };
}

const subjectOf = ({ id, counterparty, member }: LineRow): string =>
  subjectOfPayer({ line: id, name: counterparty ?? '', member: member ?? undefined });

const lineView = (
  row: LineRow,
  proposal: OpenProposal | undefined,
  readerId: string,
): Omit<UnallocatedLine, 'returning' | 'not_returnable' | 'on_list'> => ({
  id: String(row.id),
  account: row.account,
  booked: row.booked,
  amount_exact: toDecimal(amountOf(row.currency, row.amount)),
  currency: row.currency,
  counterparty: row.counterparty,
  counterparty_account: row.counterparty_account,
  remittance: row.remittance,
  reason: row.reason,
  member: row.member,
  imported_at: row.imported_at.toISOString(),
  proposal: openProposalView(proposal, readerId),
});

async function importedFiles(pool: Pool): Promise<BankDesk['files']> {
  type Row = {
    id: string;
    name: string;
    format: string;
    sha256: Buffer;
    imported_at: Date;
    imported_by: string | null;
    lines: number;
    new_lines: number;
    reported: number;
  };
  const { rows } = await pool.query<Row>(
    `select f.id, f.name, f.format, f.sha256, f.imported_at, f.reported, p.email as imported_by,
            coalesce(sum(s.lines), 0)::int as lines, coalesce(sum(s.new_lines), 0)::int as new_lines
     from bank_files f
     left join bank_statements s on s.file_id = f.id
     left join people p on p.id = f.imported_by
     group by f.id, p.email order by f.imported_at desc, f.id limit $1`,
    [maxFiles],
  );
  return rows.map(({ sha256, imported_at, ...file }) => ({
    ...file,
    sha256: sha256.toString('hex'),
    imported_at: imported_at.toISOString(),
  }));
}
