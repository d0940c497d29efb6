import type { BankFileEvent, StatementLine } from '@florin/bank-files';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../../platform/database/pool.ts';
import type { Recorded } from './record-rejections.ts';

/**
 * The codes of a return that the sender's bank disputes, and of the answer to the dispute. An operator asks the bank.
 */
const disputed = /^R(?:6\d|7[0-7])$/;

type Payout = { readonly id: string; readonly amount: bigint };

/** Stores which payouts a NACHA file returns. `settlePayouts` returns the money. */
export async function recordReturns(tx: Queryable, entries: readonly StatementLine[]): Promise<Recorded> {
  let count = 0;
  const warnings: string[] = [];
  for (const entry of entries) {
    const code = entry.return_reason;
    if (code === null) continue;
    const what = `The return of ${entry.amount.replace('-', '')} ${entry.currency} with ${code}`;
    const payout = await payoutOf(tx, { individualId: entry.end_to_end_id, trace: entry.bank_reference });
    if (!payout) warnings.push(`${what} belongs to no payout (trace number ${entry.bank_reference ?? 'missing'}).`);
    else if (!isWholeAmount(entry.amount, payout.amount))
      warnings.push(`${what} is not over the amount of its payout.`);
    else if (disputed.test(code)) warnings.push(`${what} disputes an earlier return. Ask the bank.`);
    else count += await giveBack(tx, payout.id, code);
  }
  return { count, warnings };
}

/** Stores the requests of banks to correct payees' accounts, for the desk. */
export async function recordChanges(tx: Queryable, events: readonly BankFileEvent[]): Promise<Recorded> {
  let count = 0;
  const warnings: string[] = [];
  for (const event of events) {
    if (event.kind !== 'notice') continue;
    const { code, id: trace, text } = event.notice;
    const payout = await payoutOf(tx, { individualId: event.individualId, trace });
    if (!payout)
      warnings.push(`The notification of change ${code} belongs to no payout (trace number ${trace ?? 'missing'}).`);
    else count += await keepChange(tx, payout.id, code, text);
  }
  return { count, warnings };
}

/** Returns the payout with the individual id, otherwise the last payout with the trace number. */
async function payoutOf(
  tx: Queryable,
  { individualId, trace }: { readonly individualId: string | null; readonly trace: string | null },
): Promise<Payout | undefined> {
  const { rows } = await tx.query<Payout>(
    `select id, amount from payouts
     where (reference = $1 or trace = $2) and state in ('sent', 'settled', 'returned')
     order by (reference is not distinct from $1) desc, number desc limit 1`,
    [individualId, trace],
  );
  return rows[0];
}

const isWholeAmount = (text: string, units: bigint): boolean => BigInt(text.replace(/[-.]/g, '')) === units;

async function giveBack(tx: Queryable, id: string, code: string): Promise<number> {
  const { rowCount } = await tx.query(
    `update payouts set rejected = $2 where id = $1 and state in ('sent', 'settled') and rejected is null`,
    [id, code],
  );
  return rowCount ?? 0;
}

/** Only the payee enters the corrected number. The end of the number is enough to compare. */
async function keepChange(tx: Queryable, payout: string, code: string, corrected: string): Promise<number> {
  const { rows } = await tx.query(
    `insert into account_changes (id, payout_id, code, hint) values ($1, $2, $3, $4) on conflict do nothing returning id`,
    [uuidv7(), payout, code, hintOf(corrected)],
  );
  return rows.length;
}

const hintOf = (corrected: string): string | null => {
  const text = corrected.trim();
  return text === '' ? null : `•••• ${text.slice(-4)}`;
};
