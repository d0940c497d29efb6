import type { Pool } from '../../platform/database/pool.ts';
import { mainShard, slotOf } from './ids.ts';
import type { memberMoves } from './move-members.ts';

/** More than one job moves in its time. The others follow in the next one, in any order. */
const movesAtOnce = 500;

/**
 * Completes what was begun with slots, and moves members who have yet to follow theirs. Continues where one fails. Members
 * of a ledger that is down, or who are to go there, wait: each would take seconds.
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
