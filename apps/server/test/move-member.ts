import { openShard } from '../src/ledger/open-shard.ts';
import { slotOf } from '../src/ledger/shards/ids.ts';
import { memberMoves } from '../src/ledger/shards/move-members.ts';
import type { TestDatabase } from './test-database.ts';

/** Moves a member, with all others of the same slot, to the ledger with this number. */
export async function moveMember(ledgers: readonly TestDatabase[], owner: string, to: number): Promise<void> {
  const pools = ledgers.map(({ pool }) => pool);
  const moves = memberMoves(pools, pools.map(openShard));
  await moves.giveSlots([slotOf(owner)], to);
  const result = await moves.moveMember(owner);
  if (result !== 'moved') throw new Error(`the member is ${result}`);
}
