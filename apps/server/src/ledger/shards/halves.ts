import { digestBigint, digestUuid } from '../../platform/digest.ts';
import type { JournalEntry, Posting } from '../entry.ts';
import { mainShard, shardOfAccount, shardOfEntry } from './ids.ts';

/** An entry by ledgers: all but `onward` is posted in the ledger of the party that pays. */
export type Split = {
  readonly shard: number;
  readonly postings: readonly Posting[];
  /** What the entry pays to a member of another ledger. */
  readonly onward: Posting | undefined;
};

/**
 * Splits an entry that may name accounts of two ledgers. House accounts belong to the party that pays. Throws if the
 * entry takes from members of two ledgers, or pays more than one account of another ledger.
 *
 * @param homeOf returns the ledger of an allowance's owner; undefined for the house, which has allowances in each
 */
export function split(entry: JournalEntry, homeOf: (owner: string) => number | undefined): Split {
  const shard = payingShard(entry, homeOf);
  const isHere = ({ account }: Posting) => account < 0n || shardOfAccount(account) === shard;
  const [onward, ...more] = entry.postings.filter((posting) => !isHere(posting));
  if (more.length > 0 || (onward && onward.units < 0n))
    throw new Error(`an entry of kind ${entry.kind} does more in another ledger than pay one account`);
  const drawn = entry.draws?.find(({ owner }) => (homeOf(owner) ?? shard) !== shard);
  if (drawn) throw new Error(`an entry of kind ${entry.kind} draws on an allowance of another ledger`);
  return { shard, postings: entry.postings.filter(isHere), onward };
}

/**
 * The ledger of the hold, of the reserved money, of the first account that pays, or of the only party. An entry that
 * moves no member's money is posted where its actor's money is, next to others that may have its key.
 */
function payingShard(
  { endsHold, reserve, postings, draws, actor }: JournalEntry,
  homeOf: (owner: string) => number | undefined,
): number {
  if (endsHold !== undefined) return shardOfEntry(endsHold);
  if (reserve) return shardOfAccount(reserve.account);
  const members = postings.filter(({ account }) => account > 0n);
  const party = members.find(({ units }) => units < 0n) ?? members[0];
  if (party) return shardOfAccount(party.account);
  const owners = [...(draws ?? []).map(({ owner }) => owner), actor];
  return owners.map(homeOf).find((home) => home !== undefined) ?? mainShard;
}

/** A posted first half, with what any node needs to post the second. */
export type FirstHalf = Pick<JournalEntry, 'actor' | 'kind' | 'metadata'> & { readonly id: bigint };

/** Writes down in the first half what the second one pays. */
export const withOnward = (metadata: JournalEntry['metadata'], { account, units }: Posting) => ({
  ...metadata,
  onward: `${account}:${units}`,
});

/** Reads what `withOnward` wrote. */
export function onwardOf({ id, metadata }: Pick<FirstHalf, 'id' | 'metadata'>): Posting {
  const [account, units] = metadata['onward']?.split(':') ?? [];
  if (account === undefined || units === undefined) throw new Error(`entry ${id} is no first half`);
  return { account: BigInt(account), units: BigInt(units) };
}

/** The key of a second half. Repeated, it takes no effect. */
export const secondKey = (first: bigint): string => digestUuid('second half', String(first));

/** The key of the entry that takes a first half back. */
export const returnKey = (first: bigint): string => digestUuid('returned half', String(first));

/** Returns the second half, which pays the receiver from the transit account. */
export function secondHalf(first: FirstHalf, transit: bigint): JournalEntry {
  const { onward: _, ...metadata } = first.metadata;
  const paid = onwardOf(first);
  return {
    key: secondKey(first.id),
    requestHash: digestBigint(String(first.id)),
    actor: first.actor,
    kind: first.kind,
    metadata: { ...metadata, first_half: String(first.id) },
    postings: [{ account: transit, units: -paid.units }, paid],
  };
}

/** Returns the entry that takes back all that the first half posted. */
export function returnedHalf(
  first: FirstHalf,
  postings: readonly Posting[],
  draws: JournalEntry['draws'],
): JournalEntry {
  const { onward: _, ...metadata } = first.metadata;
  return {
    key: returnKey(first.id),
    requestHash: digestBigint(String(first.id)),
    actor: first.actor,
    kind: `${first.kind}-returned`,
    metadata: { ...metadata, first_half: String(first.id) },
    postings: postings.map(({ account, units }) => ({ account, units: -units })),
    ...(draws && { draws }),
  };
}
