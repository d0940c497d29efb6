import type { Pool } from '../../platform/database/pool.ts';
import { openShard } from '../open-shard.ts';
import { mainShard } from './ids.ts';
import { memberMoves } from './move-members.ts';

export type SlotsMoved = {
  readonly slots: number;
  readonly moved: number;
  /** The number of members with reserved money. A job of the server moves these members when nothing is reserved. */
  readonly waiting: number;
};

/** Moves few slots at once, because only the members of these slots may have to wait. */
const slotsAtOnce = 8;

/** Returns the slots of a ledger. Slots that were not given to any ledger belong to the main ledger. */
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
 * @param progress gets the totals so far
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
