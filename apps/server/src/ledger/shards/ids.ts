import { createHash } from 'node:crypto';
import type { AccountId } from '../entry.ts';

/** The number of slots that members are spread over. A slot is the unit that moves between ledgers. */
const slots = 1024;
export const allSlots: readonly number[] = Array.from({ length: slots }, (_, slot) => slot);

const accountBits = 40n;
const entryBits = 51n;

/** The main ledger, which has all slots that were not given to another ledger. */
export const mainShard = 0;

/** Returns the number of the ledger that has an account, by its id (`ledger.number_shard`). */
export const shardOfAccount = (id: AccountId): number => Number((id < 0n ? -id : id) >> accountBits);

/** Returns the number of the ledger that has an entry or a hold, by its id. */
export const shardOfEntry = (id: bigint): number => Number(id >> entryBits);

/** Returns a member's slot, from 0 to 1,023: by a digest, because the ids of members count up by time. */
export const slotOf = (owner: string): number => createHash('sha256').update(owner).digest().readUInt16BE() % slots;

/** The ids of a ledger's own entries and holds: above `after`, up to `last`. The ids count up in the order of time. */
export type EntryRange = { readonly after: bigint; readonly last: bigint };

/** The range of an installation with one ledger, which has all entries. */
export const allEntries: EntryRange = { after: 0n, last: 2n ** 63n - 1n };

export function entryRange(shard: number): EntryRange {
  const after = BigInt(shard) << entryBits;
  return { after, last: after + (1n << entryBits) - 1n };
}
