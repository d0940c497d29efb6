import { digestBigint, digestUuid } from '../../platform/digest.ts';
import type { AccountId, JournalEntry, Posting } from '../entry.ts';
import { mainShard, shardOfEntry } from './ids.ts';
import type { Homes } from './slots.ts';

/** An entry split by ledger: everything except `onward` is posted in the ledger of the party that pays. */
export type Split = {
  readonly shard: number;
  readonly postings: readonly Posting[];
  /** The posting that pays a member of another ledger. */
  readonly onward: Posting | undefined;
};

/**
 * Splits an entry that may name accounts of two ledgers. House accounts belong to the party that pays. Throws if the
 * entry takes from members of two ledgers, or pays more than one account of another ledger.
 *
 * @param homeOf returns the ledger of an allowance's owner; undefined for the house, which has allowances in each
 * ledger
 * @param shardOf returns the ledger of a member's account
 */
export function split(entry: JournalEntry, homeOf: Homes, shardOf: (account: AccountId) => number): Split {
  const shard = payingShard(entry, homeOf, shardOf);
  const isHere = ({ account }: Posting) => account < 0n || shardOf(account) === shard;
  const [onward, ...more] = entry.postings.filter((posting) => !isHere(posting));
  if (more.length > 0 || (onward && onward.units < 0n))
    throw new Error(`an entry of kind ${entry.kind} does more in another ledger than pay one account`);
  const drawn = entry.draws?.find(({ owner }) => (homeOf(owner) ?? shard) !== shard);
  if (drawn) throw new Error(`an entry of kind ${entry.kind} draws on an allowance of another ledger`);
  return { shard, postings: entry.postings.filter(isHere), onward };
}

/**
 * The ledger of the hold, of the reserved money, of the first account that pays, or of the only party. An entry that
 * moves no member's money is posted in its actor's ledger, which has the other entries with the same key.
 */
function payingShard(
  { endsHold, reserve, postings, draws, actor }: JournalEntry,
  homeOf: Homes,
  shardOf: (account: AccountId) => number,
): number {
  if (endsHold !== undefined) return shardOfEntry(endsHold);
  if (reserve) return shardOf(reserve.account);
  const members = postings.filter(({ account }) => account > 0n);
  const party = members.find(({ units }) => units < 0n) ?? members[0];
  if (party) return shardOf(party.account);
  const owners = [...(draws ?? []).map(({ owner }) => owner), actor];
  return owners.map(homeOf).find((home) => home !== undefined) ?? mainShard;
}

/** A posted first half, with the data from which any node can post the second half. */
export type FirstHalf = Pick<JournalEntry, 'actor' | 'kind' | 'metadata'> & { readonly id: bigint };

/** A posting in another ledger. */
export type Onward = Posting & { readonly to: number };

/** Records the payment of the second half and its ledger in the first half. */
export const withOnward = (metadata: JournalEntry['metadata'], { account, units, to }: Onward) => ({
  ...metadata,
  onward: `${account}:${units}:${to}`,
});

/** Returns whether the entry pays a member of another ledger by a second half. */
export const isFirstHalf = ({ metadata }: Pick<FirstHalf, 'metadata'>): boolean => metadata['onward'] !== undefined;

/** Reads what `withOnward` wrote. */
export function onwardOf({ id, metadata }: Pick<FirstHalf, 'id' | 'metadata'>): Onward {
  const [account, units, to] = metadata['onward']?.split(':') ?? [];
  if (account === undefined || units === undefined || to === undefined) throw new Error(`entry ${id} is no first half`);
  return { account: BigInt(account), units: BigInt(units), to: Number(to) };
}

/** The key of a second half, so that a repeated second half has no effect. */
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

/**
 * Returns a second half that is a first half, too. Such a half sends the money on to the ledger that its receiver has
 * moved to.
 */
export function passedOn(second: JournalEntry, { account, units, to }: Onward, transit: bigint): JournalEntry {
  return {
    ...second,
    metadata: withOnward(second.metadata, { account, units, to }),
    postings: second.postings.map((one) => (one.account === account ? { account: transit, units } : one)),
  };
}

const returned = '-returned';

/** The kind of the entry that takes back a first half of this kind. */
export const returnedKind = (kind: string): string => `${kind}${returned}`;

/** Returns whether the first half is on its way back to a payer who has moved. */
export const isReturned = ({ kind, metadata }: Pick<FirstHalf, 'kind' | 'metadata'>): boolean =>
  kind.endsWith(returned) && metadata['first_half'] !== undefined;

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
    kind: returnedKind(first.kind),
    metadata: { ...metadata, first_half: String(first.id) },
    postings: postings.map(({ account, units }) => ({ account, units: -units })),
    ...(draws && { draws }),
  };
}
