import { reasonText } from '@florin/bank-files';
import type { FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import type { Ledger } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { digestUuid } from '../../../platform/digest.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { endedOtherwise, endOrder, orderOfHold } from '../../funding/index.ts';
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
} & (
  | { readonly line_id: null; readonly hold: bigint; readonly user_id: string }
  /** The line whose money goes back to its payer. */
  | { readonly line_id: bigint }
);
type WithdrawalEvent = Extract<Event, { line_id: null }>;

const unknownReason = 'Your bank returned this withdrawal.';

/**
 * Ends payouts as the bank's files say: a debit settles, a return or a rejection gives the money back. The lines are in
 * the books already, against `bank-clearing`, so each payout there comes to zero in any order of the files.
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

/** Returns the outcomes in the files of payouts with another state. Runs every second, so it reads no other line. */
async function events(pool: Pool): Promise<Event[]> {
  const { rows } = await pool.query<Event>(
    `select p.id, p.hold, p.user_id, p.line_id, p.amount, a.currency, p.state, e.match, e.reason, b.decided_at as sent
     from (select l.payout_id, l.match, l.return_reason as reason, l.id as place
           from payouts p join bank_lines l on l.payout_id = p.id
           where p.state = 'sent' and l.posted and l.match in ('payout', 'return')
           union all
           select l.payout_id, l.match, l.return_reason, l.id
           from bank_lines l join payouts p on p.id = l.payout_id
           where l.payout_id is not null and l.amount > 0 and l.match = 'return' and l.posted and p.state = 'settled'
           union all
           select p.id, 'payout', null, p.debit_line from payouts p
           where p.state = 'sent' and p.debit_line is not null and p.rejected is null
           union all
           select p.id, 'return', l.return_reason, l.id
           from payouts p join bank_lines l on l.id = p.credit_line where p.state in ('sent', 'settled')
           union all
           select id, 'rejected', rejected, 0 from payouts where rejected is not null and state in ('sent', 'settled')) e
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
  const order = await orderOfHold(pool, hold);
  try {
    await endOrder(ledger, order, { state: 'settled' }, sent ? { sent: sent.toISOString() } : {});
  } catch (error) {
    if (error !== endedOtherwise) throw error;
    logger.error({ payout: id }, 'the bank paid a withdrawal that was returned before');
    return setState(pool, id, 'returned');
  }
  return setState(pool, id, 'settled');
}

async function giveBack(dependencies: SettlingDependencies, event: WithdrawalEvent): Promise<void> {
  const { pool, ledger } = dependencies;
  const reason = reasonOf(event.reason);
  if (event.state === 'sent') {
    const order = await orderOfHold(pool, event.hold);
    const times = event.sent ? { sent: event.sent.toISOString() } : {};
    try {
      await endOrder(ledger, order, { state: 'returned', reason }, times);
      return await setState(pool, event.id, 'returned');
    } catch (error) {
      if (error !== endedOtherwise) throw error;
      return setState(pool, event.id, 'settled'); // its state was stored late; the next run gives it back
    }
  }
  await returnLate(dependencies, event, reason);
  return setState(pool, event.id, 'returned');
}

/** The bank had paid the withdrawal, and the receiver's bank sent the money back. */
async function returnLate({ ledger }: SettlingDependencies, event: WithdrawalEvent, reason: string): Promise<void> {
  const { id, hold, user_id, amount, currency } = event;
  const key = digestUuid('payout-returned-late', id);
  const entry = await lateReturnEntry(ledger, { key, hold, userId: user_id, amount, currency, reason });
  try {
    await ledger.post(entry, {});
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'account_closed')) throw error;
    const [clearing, unallocated] = await Promise.all([
      ledger.houseId('bank-clearing', currency),
      ledger.houseId('unallocated', currency),
    ]);
    await ledger.post(
      { ...entry, kind: 'bank-unallocated', postings: unownedPayoutPostings(clearing, unallocated, amount), draws: [] },
      {},
    );
  }
}

const reasonOf = (code: string | null): string => {
  const words = code === null ? null : (reasonText(code) ?? code);
  return words === null ? unknownReason : `Your bank returned this withdrawal: ${words}`;
};

async function setState(pool: Pool, id: string, state: 'settled' | 'returned'): Promise<void> {
  await pool.query(`update payouts set state = $2 where id = $1 and state in ('sent', 'settled')`, [id, state]);
}
