import type { Queryable } from '../../platform/database/pool.ts';
import { gauge } from '../../platform/metrics/registry.ts';
import { sumsByAsset } from './ledger-health.ts';

const sums = gauge('florin_asset_units', 'Sum of the member accounts or the house accounts, in units of the asset', [
  'asset',
  'owner',
]);
const imbalance = gauge('florin_asset_imbalance', 'Sum of all accounts in units of the asset; must be 0', ['asset']);
const holds = gauge('florin_holds_open', 'Open holds by kind', ['kind']);
const oldestHold = gauge('florin_holds_oldest_seconds', 'Age of the oldest open hold by kind', ['kind']);

/** Updates the gauges of account sums and open holds. Reads every account and every open hold. */
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
