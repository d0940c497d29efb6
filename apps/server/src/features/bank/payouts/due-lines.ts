import type { FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import { houseOwner, type JournalEntry, type Ledger } from '../../../ledger/index.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { digestUuid } from '../../../platform/digest.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { keepPart } from '../part-line.ts';
import { allocatedPostings } from '../postings.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly logger: Logger };

/** A returned payout whose money the bank took. */
type Debited = {
  readonly id: string;
  readonly user_id: string | null;
  readonly amount: bigint;
  readonly currency: FiatCode;
  readonly debit: bigint;
  readonly due_line: bigint | null;
  readonly is_back: boolean;
};

const atOnce = 200;

/** The bank brought the payout `p` back. Money of a second payment does not count. */
export const isBack = `(p.credit_line is not null or exists (
  select from bank_lines c where c.payout_id = p.id and c.amount > 0 and c.match <> 'reversed'
    and c.reason is distinct from 'payout_again'))`;

/** An operator has settled the debit of the payout `p`, so money that comes later is not its credit. */
export const isSettledByOperator = `exists (
  select from bank_lines due where due.id = p.due_line and due.match <> 'unallocated')`;

/**
 * Shows operators each debit of a payout that was rejected or returned, until the bank gives the money back. Meanwhile
 * the money is unallocated. The files can come in any order, and a run can stop anywhere.
 */
export async function balanceReturned(dependencies: Dependencies): Promise<void> {
  const { pool, ledger, logger } = dependencies;
  for (const payout of await debited(pool)) {
    try {
      const entries = await entriesOf(ledger, payout);
      await transact(pool, (tx) => balance(tx, ledger, payout.id, entries));
    } catch (error) {
      const isExpected = error instanceof Refusal && error.code === 'ledger_read_only';
      if (!isExpected) logger.error({ err: error, payout: payout.id }, 'the debit of a returned payout is stuck');
    }
  }
}

type Entries = Record<'opening' | 'closing', JournalEntry>;

async function balance(tx: Queryable, ledger: Ledger, id: string, { opening, closing }: Entries): Promise<void> {
  await lockPayout(tx, id);
  const [payout] = await debited(tx, id);
  if (!payout) return; // another node was first
  if (payout.due_line === null && !payout.is_back) {
    const { debit: line, amount, user_id: userId } = payout;
    const due = await keepPart(tx, { line, units: -amount, payout: id, userId, reason: 'payout_returned' });
    await tx.query('update payouts set due_line = $2 where id = $1', [id, due]);
    await ledger.postWithin(tx, opening, {});
    return;
  }
  await tx.query('update payouts set balanced = true where id = $1', [id]);
  const { rowCount } = await tx.query(
    `update bank_lines set match = 'reversed', reason = null where id = $1 and match = 'unallocated'`,
    [payout.due_line],
  );
  if (rowCount === 1) await ledger.postWithin(tx, closing, {});
}

/** Returns the returned payouts that the bank debited and for which something is to be done: one, or all. */
async function debited(database: Queryable, id?: string): Promise<Debited[]> {
  const { rows } = await database.query<Debited>(
    `select p.id, p.user_id, p.amount, a.currency, coalesce(p.debit_line, d.id) as debit, p.due_line,
            ${isBack} as is_back
     from payouts p
     join payment_batches b on b.id = p.batch_id
     join operator_accounts a on a.id = b.account
     left join lateral (select l.id from bank_lines l
                        where l.payout_id = p.id and l.match = 'payout' and l.posted order by l.id limit 1) d on true
     left join bank_lines due on due.id = p.due_line
     where p.state = 'returned' and not p.balanced and coalesce(p.debit_line, d.id) is not null
       and (p.due_line is null or due.match <> 'unallocated' or ${isBack}) and ($1::uuid is null or p.id = $1)
     order by p.id limit $2`,
    [id ?? null, atOnce],
  );
  return rows;
}

/** The money is between Florin and the bank until an operator has to see it. */
async function entriesOf(ledger: Ledger, { id, amount, currency }: Debited): Promise<Entries> {
  const [unallocated, clearing] = await Promise.all([
    ledger.houseId('unallocated', currency),
    ledger.houseId('bank-clearing', currency),
  ]);
  const entry = (kind: string, postings: JournalEntry['postings']): JournalEntry => ({
    key: digestUuid(kind, id),
    requestHash: 0n,
    actor: houseOwner,
    kind,
    metadata: { payout: id },
    postings,
  });
  return {
    opening: entry('bank-payout-due', allocatedPostings(unallocated, clearing, amount)),
    closing: entry('bank-payout-due-ended', allocatedPostings(clearing, unallocated, amount)),
  };
}

/** Orders everything that decides what a payout's lines are. */
const lockPayout = (tx: Queryable, id: string) => tx.query('select from payouts where id = $1 for update', [id]);

/**
 * Locks the payout whose debit this line shows. Returns whether the line may be settled: it shows no such debit, or the
 * bank has not given the money back.
 */
export async function lockDue(tx: Queryable, line: bigint): Promise<boolean> {
  await tx.query('select from payouts where due_line = $1 for update', [line]);
  const { rowCount } = await tx.query(`select from payouts p where due_line = $1 and ${isBack}`, [line]);
  return rowCount === 0;
}
