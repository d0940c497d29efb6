import type { Pool } from '../../platform/database/pool.ts';
import { openShard } from '../open-shard.ts';
import { mainShard } from './ids.ts';
import { memberMoves } from './move-members.ts';

export type SlotsMoved = {
  readonly slots: number;
  readonly moved: number;
  /** Members with reserved money, whom a job of the server moves when nothing is reserved any more. */
  readonly waiting: number;
};

/** Few at once: the members of these slots are the ones who may wait. */
const slotsAtOnce = 8;

/** Returns how many slots a ledger has. Slots that were given to none are the main ledger's. */
export async function slotsOf(main: Pool, shard: number): Promise<number[]> {
  const { rows } = await main.query<{ slot: number }>(
    `select slot from generate_series(0, 1023) slot left join books.slots s using (slot)
     where coalesce(s.shard, $2) = $1 order by slot`,
    [shard, mainShard],
  );
  return rows.map(({ slot }) => slot);
}

/**
 * Moves slots with all their members from one ledger to another. After a crash, the server's job or the next call
 * completes the move.
 *
 * @param progress is told the sums so far
 */
export async function moveSlots(
  pools: readonly Pool[],
  slots: readonly number[],
  to: number,
  progress: (sums: SlotsMoved) => void,
): Promise<SlotsMoved> {
  const { giveSlots, moveMember } = memberMoves(pools, pools.map(openShard));
  let sums: SlotsMoved = { slots: 0, moved: 0, waiting: 0 };
  for (let first = 0; first < slots.length; first += slotsAtOnce) {
    const some = slots.slice(first, first + slotsAtOnce);
    for (const owner of await giveSlots(some, to)) {
      const result = await moveMember(owner);
      sums = {
        ...sums,
        moved: sums.moved + (result === 'moved' ? 1 : 0),
        waiting: sums.waiting + (result === 'waiting' ? 1 : 0),
      };
    }
    sums = { ...sums, slots: sums.slots + some.length };
    progress(sums);
  }
  return sums;
}
