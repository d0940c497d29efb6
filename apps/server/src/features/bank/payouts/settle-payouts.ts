import { reasonText } from '@florin/bank-files';
import type { FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import type { JournalEntry, Ledger } from '../../../ledger/index.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { digestUuid } from '../../../platform/digest.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { endedOtherwise, endOrder, orderOfHold } from '../../funding/index.ts';
import { keepPart } from '../part-line.ts';
import { unownedPayoutPostings } from '../postings.ts';
import { lateReturnEntry } from './return-late.ts';
import { settleReturn, takeReturnBack } from './settle-returns.ts';

export type SettlingDependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly logger: Logger };

type Event = {
  readonly id: string;
  readonly amount: bigint;
  readonly currency: FiatCode;
  readonly state: 'sent' | 'settled';
  readonly match: 'payout' | 'return' | 'rejected';
  readonly reason: string | null;
  readonly sent: Date | null;
  /** The line that brings back this payout alone. */
  readonly credit: bigint | null;
  /** The line that brings back several payouts together. */
  readonly shared: bigint | null;
} & (
  | { readonly line_id: null; readonly hold: bigint; readonly user_id: string }
  /** The line whose money goes back to its payer. */
  | { readonly line_id: bigint }
);
type WithdrawalEvent = Extract<Event, { line_id: null }>;

const unknownReason = 'Your bank returned this withdrawal.';

/**
 * Ends payouts as the bank's files say: a debit settles the payout, and a return or a rejection returns the money. The
 * lines are in the books already, against `bank-clearing`, so each payout there sums to zero, whatever the order of the
 * files.
 */
export async function settlePayouts(dependencies: SettlingDependencies): Promise<void> {
  for (const event of await events(dependencies.pool)) {
    try {
      await endPayout(dependencies, event);
    } catch (error) {
      const isExpected = error instanceof Refusal && error.code === 'ledger_read_only';
      if (!isExpected) dependencies.logger.error({ err: error, payout: event.id }, 'a payout is stuck');
    }
  }
}

function endPayout(dependencies: SettlingDependencies, event: Event): Promise<void> {
  const isPaid = event.match === 'payout';
  if (event.line_id !== null) return (isPaid ? settleReturn : takeReturnBack)(dependencies, event);
  return (isPaid ? settle : giveBack)(dependencies, event);
}

/**
 * Returns the outcomes in the bank's files that differ from the payouts' states. Runs every second, so the query reads
 * no other lines.
 */
async function events(pool: Pool): Promise<Event[]> {
  const { rows } = await pool.query<Event>(
    `select p.id, p.hold, p.user_id, p.line_id, p.amount, a.currency, p.state, e.match, e.reason, e.credit,
            p.credit_line as shared, b.decided_at as sent
     from (select l.payout_id, l.match, l.return_reason as reason, l.id as place,
                  case when l.match = 'return' then l.id end as credit
           from payouts p join bank_lines l on l.payout_id = p.id
           where p.state = 'sent' and l.posted and l.match in ('payout', 'return')
           union all
           select l.payout_id, l.match, l.return_reason, l.id, l.id
           from bank_lines l join payouts p on p.id = l.payout_id
           where l.payout_id is not null and l.amount > 0 and l.match = 'return' and l.posted and p.state = 'settled'
           union all
           select p.id, 'payout', null, p.debit_line, null from payouts p
           where p.state = 'sent' and p.debit_line is not null and p.rejected is null
           union all
           select p.id, 'return', l.return_reason, l.id, null
           from payouts p join bank_lines l on l.id = p.credit_line where p.state in ('sent', 'settled')
           union all
           select id, 'rejected', rejected, 0, null from payouts
           where rejected is not null and state in ('sent', 'settled')) e
     join payouts p on p.id = e.payout_id
     join payment_batches b on b.id = p.batch_id
     join operator_accounts a on a.id = b.account
     order by e.place`,
  );
  return rows;
}

async function settle(
  { pool, ledger, logger }: SettlingDependencies,
  { id, hold, sent }: WithdrawalEvent,
): Promise<void> {
  const order = await orderOfHold({ pool, ledger }, hold);
  try {
    await endOrder(ledger, order, { state: 'settled' }, sent ? { sent: sent.toISOString() } : {});
  } catch (error) {
    if (error !== endedOtherwise) throw error;
    logger.error({ payout: id }, 'the bank paid a withdrawal that was returned before');
    await setState(pool, id, 'returned');
    return;
  }
  await setState(pool, id, 'settled');
}

async function giveBack(dependencies: SettlingDependencies, event: WithdrawalEvent): Promise<void> {
  const { pool, ledger } = dependencies;
  const reason = reasonOf(event.reason);
  if (event.state === 'sent') {
    const order = await orderOfHold({ pool, ledger }, event.hold);
    const times = event.sent ? { sent: event.sent.toISOString() } : {};
    try {
      await endOrder(ledger, order, { state: 'returned', reason }, times);
      await setState(pool, event.id, 'returned');
      return;
    } catch (error) {
      if (error !== endedOtherwise) throw error;
      await setState(pool, event.id, 'settled'); // its state was stored late; the next run returns it
      return;
    }
  }
  return returnLate(dependencies, event, reason);
}

/** The bank had paid the withdrawal, and the receiver's bank sent the money back. */
async function returnLate(dependencies: SettlingDependencies, event: WithdrawalEvent, reason: string): Promise<void> {
  const { pool, ledger } = dependencies;
  const { id, hold, user_id, amount, currency } = event;
  const key = digestUuid('payout-returned-late', id);
  const entry = await lateReturnEntry(ledger, { key, hold, userId: user_id, amount, currency, reason });
  try {
    await ledger.post(entry, {});
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'account_closed')) throw error;
    return leaveUnallocated(dependencies, event, entry);
  }
  await setState(pool, id, 'returned');
}

/**
 * The member closed the account meanwhile. The money's line, or the payout's part of a line over several payouts,
 * becomes unallocated. An operator can then pay the money out. A rejection in a status file brings no money, so it
 * waits for that line.
 */
async function leaveUnallocated(
  { pool, ledger }: SettlingDependencies,
  { id, user_id: userId, amount, currency, match, credit, shared }: WithdrawalEvent,
  entry: JournalEntry,
): Promise<void> {
  if (match === 'rejected') return;
  const [clearing, unallocated] = await Promise.all([
    ledger.houseId('bank-clearing', currency),
    ledger.houseId('unallocated', currency),
  ]);
  const postings = unownedPayoutPostings(clearing, unallocated, amount);
  await transact(pool, async (tx) => {
    if (!(await setState(tx, id, 'returned'))) return; // another node was first
    await ledger.postWithin(tx, { ...entry, kind: 'bank-unallocated', postings, draws: [] }, {});
    if (shared !== null && credit === null)
      await keepPart(tx, { line: shared, units: amount, payout: id, userId, reason: 'account_closed' });
    await tx.query(
      `update bank_lines set match = 'unallocated', reason = 'account_closed' where id = $1 and match = 'return'`,
      [credit],
    );
  });
}

const reasonOf = (code: string | null): string => {
  const words = code === null ? null : (reasonText(code) ?? code);
  return words === null ? unknownReason : `Your bank returned this withdrawal: ${words}`;
};

/** Returns whether this call changed the state. */
async function setState(database: Queryable, id: string, state: 'settled' | 'returned'): Promise<boolean> {
  const { rowCount } = await database.query(
    `update payouts set state = $2 where id = $1 and state in ('sent', 'settled')`,
    [id, state],
  );
  return rowCount === 1;
}
