import type { FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';

/** Returns the sum of a member's receivables in each currency, in the smallest unit. */
export async function owedBy(database: Queryable, memberId: string): Promise<ReadonlyMap<FiatCode, bigint>> {
  const { rows } = await database.query<{ currency: FiatCode; open: bigint }>(
    'select currency, sum(open)::bigint as open from taken_deposits where user_id = $1 and open > 0 group by currency',
    [memberId],
  );
  return new Map(rows.map(({ currency, open }) => [currency, open]));
}
