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

/** A returned payout whose debit or credit may be in the bank's files. */
type Uneven = {
  readonly id: string;
  readonly user_id: string | null;
  readonly currency: FiatCode;
  /** The line whose counterpart is missing, and its money: negative for a debit. Null without any line. */
  readonly line: bigint | null;
  readonly units: bigint;
  /** The part of that line that operators see. */
  readonly due_line: bigint | null;
  readonly is_even: boolean;
};

const atOnce = 200;

/** The bank debited the payout `p`. */
export const isDebited = `(p.debit_line is not null or exists (
  select from bank_lines d where d.payout_id = p.id and d.match = 'payout'))`;

/** The bank brought the payout `p` back. The money of a second payment does not count. */
export const isBack = `(p.credit_line is not null or exists (
  select from bank_lines c where c.payout_id = p.id and c.amount > 0 and c.match <> 'reversed'
    and c.reason is distinct from 'payout_again'))`;

const isSettled = (sign: '<' | '>') => `exists (
  select from bank_lines due
  where due.id = p.due_line and due.amount ${sign} 0 and (due.match <> 'unallocated' or due.recalls > 0))`;

/** An operator has settled the debit of the payout `p`, so later money is not its credit. */
export const isDebitSettled = isSettled('<');

/** An operator has settled the credit of the payout `p`, so a later debit is not its debit. */
export const isCreditSettled = isSettled('>');

/**
 * Shows operators each debit of a rejected or returned payout until the bank returns the money, and each return until
 * the bank's debit comes. Meanwhile the money is unallocated. The files can come in any order, and a run can stop
 * anywhere.
 */
export async function balanceReturned(dependencies: Dependencies): Promise<void> {
  const { pool, ledger, logger } = dependencies;
  for (const payout of await uneven(pool)) {
    try {
      const entries = await entriesOf(ledger, payout);
      await transact(pool, (tx) => balance(tx, ledger, payout.id, entries));
    } catch (error) {
      const isExpected = error instanceof Refusal && error.code === 'ledger_read_only';
      if (!isExpected) logger.error({ err: error, payout: payout.id }, 'the line of a returned payout is stuck');
    }
  }
}

type Entries = { readonly units: bigint } & Record<'opening' | 'closing', JournalEntry>;

async function balance(tx: Queryable, ledger: Ledger, id: string, entries: Entries): Promise<void> {
  await lockPayout(tx, id);
  const [payout] = await uneven(tx, id);
  if (payout?.units !== entries.units) return; // another node was first, or the next run decides
  const { line, units, user_id: userId, due_line: due, is_even: isEven } = payout;
  if (line !== null && due === null && !isEven) {
    const reason = units < 0n ? 'payout_returned' : 'payout_not_debited';
    const part = await keepPart(tx, { line, units, payout: id, userId, reason });
    await tx.query('update payouts set due_line = $2 where id = $1', [id, part]);
    await ledger.postWithin(tx, entries.opening, {});
    return;
  }
  await tx.query('update payouts set balanced = true where id = $1', [id]);
  const { rowCount } = await tx.query(
    `update bank_lines set match = 'reversed', reason = null where id = $1 and match = 'unallocated'`,
    [due],
  );
  if (rowCount === 1) await ledger.postWithin(tx, entries.closing, {});
}

/**
 * Returns the returned payouts with work to do: one, or all. Runs every second, so payouts without a line are left out
 * until a line comes.
 */
async function uneven(database: Queryable, id?: string): Promise<Uneven[]> {
  const { rows } = await database.query<Uneven>(
    `select p.id, p.user_id, a.currency, coalesce(p.debit_line, d.id, p.credit_line, c.id) as line,
            coalesce(due.amount, case when coalesce(p.debit_line, d.id) is null then p.amount else -p.amount end) as units,
            p.due_line, ${isDebited} and ${isBack} as is_even
     from payouts p
     join payment_batches b on b.id = p.batch_id
     join operator_accounts a on a.id = b.account
     left join lateral (select l.id from bank_lines l
                        where l.payout_id = p.id and l.match = 'payout' and l.posted order by l.id limit 1) d on true
     left join lateral (select l.id from bank_lines l
                        where l.payout_id = p.id and l.match = 'return' and l.posted order by l.id limit 1) c on true
     left join bank_lines due on due.id = p.due_line
     where p.state = 'returned' and not p.balanced
       and (coalesce(p.debit_line, d.id, p.credit_line, c.id) is not null
            or not exists (select from bank_lines l where l.payout_id = p.id))
       and (p.due_line is null or due.match <> 'unallocated' or ${isDebited} and ${isBack})
       and ($1::uuid is null or p.id = $1)
     order by p.id limit $2`,
    [id ?? null, atOnce],
  );
  return rows;
}

/** The money is between Florin and the bank until an operator has to see it. */
async function entriesOf(ledger: Ledger, { id, units, currency }: Uneven): Promise<Entries> {
  const [unallocated, clearing] = await Promise.all([
    ledger.houseId('unallocated', currency),
    ledger.houseId('bank-clearing', currency),
  ]);
  const entry = (kind: string, moved: bigint): JournalEntry => ({
    key: digestUuid(kind, id),
    requestHash: 0n,
    actor: houseOwner,
    kind,
    metadata: { payout: id },
    postings: allocatedPostings(clearing, unallocated, moved),
  });
  return { units, opening: entry('bank-payout-due', units), closing: entry('bank-payout-due-ended', -units) };
}

/** Serializes all code that assigns lines to a payout. */
const lockPayout = (tx: Queryable, id: string) => tx.query('select from payouts where id = $1 for update', [id]);

/**
 * Locks the payouts whose debits or credits these lines show. Returns whether the lines may be settled: they show no
 * payout, or the bank's counterpart has not come.
 */
export async function lockDue(tx: Queryable, ...lines: readonly bigint[]): Promise<boolean> {
  await tx.query('select from payouts where due_line = any ($1) order by id for update', [lines]);
  const { rowCount } = await tx.query(
    `select from payouts p where due_line = any ($1) and ${isDebited} and ${isBack}`,
    [lines],
  );
  return rowCount === 0;
}
