import { fromExact } from '@florin/contract';
import { amountOf, toDecimal } from '@florin/money';
import type { OperatorAccount } from '../../../providers/bank/bank.ts';
import { coveredPercent, type ClientMoney } from '../client-money.ts';
import type { DayContent, OpenPayouts, StatementOfDay } from './day-content.ts';
import type { DayFigures, StatementRow } from './read-day.ts';

type Given = {
  readonly account: OperatorAccount;
  readonly day: string;
  readonly figures: DayFigures;
  readonly statements: readonly StatementRow[];
  readonly money: ClientMoney | undefined;
};

type Exact = (units: bigint) => string;

/** Returns the content of a report. The order is fixed, because the hash is of the written text. */
export function dayContent({ account, day, figures, statements, money }: Given): DayContent {
  const { currency } = account;
  const exact: Exact = (units) => toDecimal(amountOf(currency, units));
  const opening = fromExact(currency, figures.last_closing ?? '0.00').units;
  const balance = figures.balance ?? 0n;
  return {
    version: 1,
    day,
    after: figures.last_day,
    account: accountOf(account),
    opening: exact(opening),
    closing: exact(opening + figures.covered.sum),
    at_bank: exact(balance),
    in_books: exact(figures.in_books),
    difference: exact(balance - figures.in_books),
    later: { lines: figures.later.lines, sum: exact(figures.later.sum) },
    statements_to: figures.closed_on,
    lines: figures.covered.lines,
    late_lines: figures.covered.late,
    kinds: figures.kinds.map(({ kind, late, lines, money_in: moneyIn, money_out: moneyOut }) => ({
      kind,
      late,
      lines,
      money_in: exact(moneyIn),
      money_out: exact(moneyOut),
    })),
    statements: statements.map((statement) => statementOf(statement, exact)),
    unallocated: unallocatedOf(figures, exact),
    payouts: { in_batches: payoutsOf(figures, 'batched', exact), with_the_bank: payoutsOf(figures, 'sent', exact) },
    client_money: money
      ? {
          owed: exact(money.owed),
          safeguarded: exact(money.safeguarded),
          in_transit: exact(money.inTransit),
          percent: coveredPercent(money),
        }
      : null,
  };
}

const accountOf = ({ id, bank, holder, currency, purpose, iban, account_number: number }: OperatorAccount) => ({
  id,
  bank,
  holder,
  currency,
  purpose,
  number: iban ?? number ?? id,
});

const statementOf = (row: StatementRow, exact: Exact): StatementOfDay => ({
  file: row.name,
  sha256: row.sha256.toString('hex'),
  format: row.format,
  sequence: row.sequence,
  from: row.from_date,
  to: row.to_date,
  opening: row.opening === null ? null : exact(row.opening),
  closing: row.closing === null ? null : exact(row.closing),
  lines: row.lines,
  new_lines: row.new_lines,
  late: row.late,
});

const unallocatedOf = ({ unallocated, open_lines: open }: DayFigures, exact: Exact): DayContent['unallocated'] => ({
  count: unallocated.lines,
  sum: exact(unallocated.sum),
  oldest: unallocated.oldest,
  lines: open.map(({ line, booked, amount, reason, age_days: days }) => ({
    line: String(line),
    booked,
    amount: exact(amount),
    reason,
    age_days: days,
  })),
});

function payoutsOf({ payouts }: DayFigures, state: 'batched' | 'sent', exact: Exact): OpenPayouts {
  const found = payouts.find((each) => each.state === state);
  return { count: found?.count ?? 0, sum: exact(found?.sum ?? 0n), oldest: found?.oldest ?? null };
}
