import type { FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { cardPayoutsOf, type PossiblePayout } from './card-payouts.ts';
import { houseEntry } from './house-entry.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly logger: Logger };

type WaitingLine = PossiblePayout & { readonly currency: FiatCode };

const atOnce = 200;

/** Moves unallocated lines to the card processor's payouts that became known after these lines. */
export async function connectCardPayouts({ pool, ledger, logger }: Dependencies): Promise<void> {
  const lines = await waitingLines(pool);
  const payouts = await cardPayoutsOf(pool, lines);
  for (const line of lines) {
    const payout = payouts.get(line.id);
    if (payout === undefined) continue;
    try {
      const entry = await houseEntry(ledger, 'bank-card-payout', line);
      await transact(pool, async (tx) => {
        const { rowCount } = await tx.query(
          `update bank_lines set match = 'card-payout', reason = null, card_payout = $2
           where id = $1 and match = 'unallocated' and posted`,
          [line.id, payout],
        );
        if (rowCount === 1) await ledger.postWithin(tx, entry, {});
      });
    } catch (error) {
      const isExpected = error instanceof Refusal && error.code === 'ledger_read_only';
      if (!isExpected) logger.error({ err: error, line: line.id }, 'a payout of the card processor is stuck');
    }
  }
}

/** Runs every second, so it reads only lines with the amount of a payout that no line has yet. */
async function waitingLines(pool: Pool): Promise<WaitingLine[]> {
  const { rows } = await pool.query<WaitingLine>(
    `select l.id, a.currency, l.amount, l.remittance, l.payment_reference, l.end_to_end_id, l.bank_reference
     from bank_lines l join operator_accounts a on a.id = l.account
     where l.match = 'unallocated' and l.posted and l.reason = 'no_reference'
       and exists (select from expected_card_payouts p where p.amount = l.amount and p.asset = a.currency
                     and not exists (select from bank_lines c where c.card_payout = p.id))
     order by l.id limit $1`,
    [atOnce],
  );
  return rows;
}
