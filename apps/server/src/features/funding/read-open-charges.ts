import type { Queryable } from '../../platform/database/pool.ts';
import { gauge } from '../../platform/metrics/registry.ts';
import { isUnfinished } from './charge-store.ts';

const oldest = gauge(
  'florin_charges_oldest_seconds',
  'Age of the oldest charge that is not posted, declined or refunded, in seconds; 0 without such a charge',
);

/** Sets the gauge to the age of the oldest unfinished charge. */
export async function readOpenCharges(database: Queryable): Promise<void> {
  const { rows } = await database.query<{ oldest: number }>(
    `select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
     from charges c where ${isUnfinished}`,
  );
  oldest.set(Math.max(0, rows[0]?.oldest ?? 0));
}
