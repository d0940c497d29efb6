import type { Pool } from '../../platform/database/pool.ts';
import { mainShard, slotOf } from './ids.ts';
import type { memberMoves } from './move-members.ts';

/** More members than one job can move in its time. The other members follow in the next job, in any order. */
const movesAtOnce = 500;

/**
 * Completes interrupted moves of slots, and moves the members who have not yet followed their slots. Continues after a
 * failure. Members from or to a ledger that is down wait, because each of them would take seconds.
 */
export async function moveWaiting(
  pools: readonly Pool[],
  { completeSlots, moveMember }: Pick<ReturnType<typeof memberMoves>, 'completeSlots' | 'moveMember'>,
): Promise<void> {
  await completeSlots();
  const main = pools[mainShard];
  const { rowCount: waiting } = (await main?.query('select from books.homes limit 1')) ?? { rowCount: 0 };
  if (!main || !waiting) return;
  const asked = await Promise.allSettled(pools.map(async (pool) => pool.query('select')));
  const up = new Set(asked.flatMap(({ status }, number) => (status === 'fulfilled' ? [number] : [])));
  const errors: unknown[] = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const { rows } = await main.query<{ owner: string }>(
    'select owner from books.homes where shard = any ($1) order by random() limit $2',
    [[...up], movesAtOnce],
  );
  const goals = await slotsOfLedgers(main);
  for (const { owner } of rows)
    if (up.has(goals.get(slotOf(owner)) ?? mainShard))
      await moveMember(owner).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, 'members could not be moved to their ledger');
}

async function slotsOfLedgers(main: Pool): Promise<ReadonlyMap<number, number>> {
  const { rows } = await main.query<{ slot: number; shard: number }>('select slot, shard from books.slots');
  return new Map(rows.map(({ slot, shard }) => [slot, shard]));
}
