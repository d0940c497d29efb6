import { amountOf, type FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import type { Ledger } from '../../../ledger/index.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { takeDepositBack, type CreditedDeposit } from './take-deposit-back.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly logger: Logger };

/** A debit on a statement, and the one deposit that it takes back. */
type Pair = { readonly debit: bigint; readonly deposit: bigint };

const atOnce = 200;

/**
 * Connects each line that takes a deposit back with its deposit. The line itself is in the books already, against
 * `unallocated`. A credited deposit is first taken back from its member; an uncredited deposit stays with the house.
 * Then both lines cancel each other in `unallocated`. Each step is one transaction, so a run can stop anywhere, and the
 * lines can come in any order.
 *
 * Nothing is guessed: a line without exactly one possible deposit waits for an operator.
 */
export async function connectReversals(dependencies: Dependencies): Promise<void> {
  const { pool, logger } = dependencies;
  for (const pair of await pairs(pool))
    await connect(dependencies, pair).catch((error: unknown) => {
      if (!(error instanceof Refusal)) logger.error({ err: error, line: pair.debit }, 'a reversal is stuck');
    });
}

/**
 * Returns the debits with exactly one possible deposit. If an operator took one of several deposits back by hand, the
 * debit belongs to that deposit, even if the bank did not mark it as a reversal. A deposit counts as possible even if
 * its money has gone back to the payer. Payers choose the ids, so the debit may belong to this deposit.
 */
async function pairs(pool: Pool): Promise<Pair[]> {
  const { rows } = await pool.query<Pair>(
    `with possible as (
       select d.id as debit, case when c.match in ('deposit', 'unallocated', 'to-payer') then c.id end as deposit,
              c.match in ('unallocated', 'to-payer') and c.reason = 'recalled' as by_hand, d.reason
       from bank_lines d
       join bank_lines c on c.account = d.account and c.amount = -d.amount and c.amount > 0 and c.posted
         and c.match not in ('reversed', 'explained') and not c.reversal
         and (c.end_to_end_id = d.end_to_end_id or d.bank_reference <> '' and c.bank_reference = d.bank_reference)
       where d.match = 'unallocated' and d.amount < 0 and d.posted and d.reason in ('reversal', 'outgoing')
     )
     select distinct on (deposit) debit, deposit
     from (select debit, min(deposit) filter (where by_hand) as recalled, min(deposit) as deposit_only,
                  count(*) filter (where by_hand) as by_hand, count(*) as all_of_them, min(reason) as reason
           from possible group by debit) p
     cross join lateral (
       select case when by_hand = 1 then recalled when all_of_them = 1 and reason = 'reversal' then deposit_only end
         as deposit
     ) found
     where deposit is not null
     order by deposit, debit limit $1`,
    [atOnce],
  );
  return rows;
}

type Row = {
  id: bigint;
  match: string;
  amount: bigint;
  currency: FiatCode;
  user_id: string | null;
  counterparty: string | null;
  recalls: number;
};

async function connect({ pool, ledger }: Dependencies, pair: Pair): Promise<void> {
  const before = await lineOf(pool, pair.deposit);
  const credited = before && creditedDeposit(before);
  // The transaction cannot open accounts, and some may not exist yet.
  const taking = credited && (await takeDepositBack(ledger, credited, { cause: 'reversal' }));
  await transact(pool, async (tx) => {
    await tx.query('select from bank_lines where id = any ($1) order by id for update', [[pair.debit, pair.deposit]]);
    const deposit = await lineOf(tx, pair.deposit);
    if (!deposit || !(await isOpenDebit(tx, pair.debit))) return;
    if (deposit.match === 'deposit') {
      if (!taking || deposit.user_id !== credited?.userId || deposit.recalls !== credited.recalls) return; // next run
      await taking(tx);
    } else if (!(await isStillHere(tx, deposit))) return;
    await tx.query(`update bank_lines set match = 'reversed', reason = null where id = any ($1)`, [
      [pair.debit, pair.deposit],
    ]);
    await tx.query('update bank_lines set reverses = $2 where id = $1', [pair.debit, pair.deposit]);
  });
}

function creditedDeposit({ id, match, amount, currency, user_id, counterparty, recalls }: Row) {
  if (match !== 'deposit' || user_id === null) return undefined;
  return {
    line: id,
    userId: user_id,
    amount: amountOf(currency, amount),
    payer: counterparty ?? undefined,
    recalls,
  } satisfies CreditedDeposit;
}

async function lineOf(database: Queryable, id: bigint): Promise<Row | undefined> {
  const { rows } = await database.query<Row>(
    `select l.id, l.match, l.amount, a.currency, l.user_id, l.counterparty, l.recalls
     from bank_lines l join operator_accounts a on a.id = l.account where l.id = $1 and l.posted`,
    [id],
  );
  return rows[0];
}

async function isOpenDebit(tx: Queryable, id: bigint): Promise<boolean> {
  const { rowCount } = await tx.query(`select from bank_lines where id = $1 and match = 'unallocated' and posted`, [
    id,
  ]);
  return rowCount === 1;
}

/** Returns whether the money is unallocated, and no payment batch pays it back. */
async function isStillHere(tx: Queryable, { id, match }: Row): Promise<boolean> {
  if (match !== 'unallocated' && match !== 'to-payer') return false;
  const { rowCount } = await tx.query(
    `select from payouts where line_id = $1 and state in ('batched', 'sent') limit 1`,
    [id],
  );
  return rowCount === 0;
}
