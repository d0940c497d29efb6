import type { Queryable } from '../../platform/database/pool.ts';
import { gauge } from '../../platform/metrics/registry.ts';
import { sumsByAsset } from './ledger-health.ts';

const sums = gauge(
  'florin_asset_units',
  'What the accounts of members and those of the house add up to, in the asset',
  ['asset', 'owner'],
);
const imbalance = gauge(
  'florin_asset_imbalance',
  'What both together differ from nothing by, in the asset; 0 is right',
  ['asset'],
);
const holds = gauge('florin_holds_open', 'Money that is reserved and waits, by what it waits for', ['kind']);
const oldestHold = gauge(
  'florin_holds_oldest_seconds',
  'For how long the oldest of what is reserved waits, by what it waits for',
  ['kind'],
);

/** Reads every account, and every hold that is open. To be called now and then. */
export async function readSums(database: Queryable): Promise<void> {
  const assets = await sumsByAsset(database);
  for (const { asset, members_exact, house_exact, sum_exact } of assets) {
    sums.set({ asset, owner: 'members' }, Number(members_exact));
    sums.set({ asset, owner: 'house' }, Number(house_exact));
    imbalance.set({ asset }, Number(sum_exact));
  }
  const { rows } = await database.query<{ kind: string; count: number; oldest: number }>(
    `select e.kind, count(*)::int as count, extract(epoch from now() - min(e.recorded_at))::float8 as oldest
     from books.holds h join books.entries e on e.id = h.id
     where h.ended_by is null group by e.kind`,
  );
  holds.reset();
  oldestHold.reset();
  for (const { kind, count, oldest } of rows) {
    holds.set({ kind }, count);
    oldestHold.set({ kind }, Math.max(0, oldest));
  }
}
