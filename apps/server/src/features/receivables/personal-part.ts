import { amountOf, formatAmount, type FiatCode } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';

/** Deposits that were taken back from the member. An account with an open receivable cannot be closed. */
export const personalReceivables = (pool: Pool): PersonalPart => ({
  name: 'taken_deposits',
  read: async ({ id }) => {
    const { rows } = await pool.query<Record<string, unknown>>(
      `select currency, amount::text, missing::text, open::text, cause, taken_at, ended_at, ending
       from taken_deposits where user_id = $1 order by taken_at`,
      [id],
    );
    return rows;
  },
  underWay: async (tx, { id }) => {
    const { rows } = await tx.query<{ currency: FiatCode; open: bigint }>(
      'select currency, sum(open) as open from taken_deposits where user_id = $1 and open > 0 group by currency',
      [id],
    );
    if (rows.length === 0) return undefined;
    const sums = rows.map(({ currency, open }) => formatAmount(amountOf(currency, open)));
    return `You still owe ${sums.join(' and ')}. Add money to pay it first.`;
  },
});
