import type { AssetCode } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { AccountId, JournalEntry, Posting } from '../entry.ts';
import type { Shard } from '../open-shard.ts';
import type { Standing } from '../post-or-refuse.ts';
import {
  isFirstHalf,
  isReturned,
  onwardOf,
  passedOn,
  returnedHalf,
  secondHalf,
  type FirstHalf,
  type Onward,
} from './halves.ts';
import { shardOfEntry } from './ids.ts';
import { allowanceArrival, allowanceFetched } from './shared-allowances.ts';
import { departedTo, whereaboutsOf } from './departed.ts';
import { firstHalves, holdEndedBy, postingsOf, transitKind } from './transit.ts';
import { unknownShard } from './unknown-shard.ts';

/** A member can come back and leave again between two statements, but not at every attempt. */
const maxAttempts = 10;

/**
 * Returns a function that posts the second half of an entry whose first half is committed. If the receiver has moved to
 * another ledger meanwhile, the money follows. If the receiver's account is closed, the function takes the first half
 * back. If the payer's account is closed, too, the money becomes unallocated. Repeated deliveries change nothing.
 */
export function deliveries(pools: readonly Pool[], shards: readonly Shard[]) {
  return deliver;

  async function deliver(first: FirstHalf, asset: AssetCode): Promise<void> {
    const from = shardOfEntry(first.id);
    if (first.kind === allowanceFetched) return deliverAllowance(first, from);
    const { to } = onwardOf(first);
    const second = secondHalf(first, await shardOf(to).houseId(transitKind(from, to), asset));
    if (await postOrPassOn(to, second, asset)) return;
    const back = isReturned(first) ? undefined : await entryBack(first, from, asset);
    if (back && (await postOrPassOn(from, back, asset))) return;
    await shardOf(from).post(await unowned(first, from, asset, back), {});
  }

  /**
   * Returns the entry that makes the money unallocated, because the payer's account is closed, too.
   *
   * @param back the entry that failed to pay the payer; by default, the half on its way to a payer who has moved
   */
  async function unowned(first: FirstHalf, from: number, asset: AssetCode, back?: JournalEntry): Promise<JournalEntry> {
    const { account: payer, units, to } = onwardOf(first);
    const transit = await shardOf(from).houseId(transitKind(from, to), asset);
    const onlyIt = [
      { account: transit, units },
      { account: payer, units: -units },
    ];
    const entry = back ?? { ...returnedHalf(first, onlyIt, undefined), kind: first.kind };
    const unallocated = await shardOf(from).houseId('unallocated', asset);
    const toHouse = (one: Posting) => (one.account > 0n ? { ...one, account: unallocated } : one);
    return { ...entry, postings: entry.postings.map(toHouse) };
  }

  async function deliverAllowance(first: FirstHalf, from: number): Promise<void> {
    const { to, entry } = allowanceArrival(first, from);
    await shardOf(to).post(entry, {});
  }

  /** Returns the entry that takes the money back. If the money was passed on, the payer gets it without the fee. */
  async function entryBack(first: FirstHalf, from: number, asset: AssetCode): Promise<JournalEntry> {
    const postings = await postingsOf(poolOf(from), first.id);
    if (postings.length === 0) throw new Error(`the first half ${first.id} is not visible yet`);
    const drawnBy = (await holdEndedBy(poolOf(from), first.id)) ?? first.id; // what was held drew when it was held
    const draws = await shardOf(from).drawsToReturn(drawnBy);
    const origin = first.metadata['first_half'];
    if (origin === undefined) return returnedHalf(first, postings, draws);
    const { payer, start } = await payerOf(BigInt(origin));
    const sent = postings.filter(({ units }) => units > 0n);
    const repaid = { account: payer, units: sent.reduce((sum, { units }) => sum + units, 0n) };
    const taken = sent.map((one) => ({ ...one, units: -one.units }));
    const back = { ...returnedHalf(first, [], draws), postings: [...taken, repaid] };
    const home = (await departedTo(poolOf(start), payer)) ?? start;
    if (home === from) return back;
    return passedOn(back, { ...repaid, to: home }, await shardOf(from).houseId(transitKind(from, home), asset));
  }

  /**
   * Returns the payer of a first half, and the ledger that took the money. The money may have been passed on several
   * times.
   */
  async function payerOf(half: bigint): Promise<{ readonly payer: AccountId; readonly start: number }> {
    const start = shardOfEntry(half);
    const paid = await postingsOf(poolOf(start), half);
    const payer = paid.find(({ account, units }) => account > 0n && units < 0n);
    if (payer) return { payer: payer.account, start };
    const [passing] = await firstHalves(poolOf(start), [half]);
    const before = passing?.metadata['first_half'];
    if (before === undefined) throw new Error(`the first half ${half} has no payer`);
    return payerOf(BigInt(before));
  }

  /**
   * Posts the entry, or sends its money on to a member who has moved. Returns false if the member's account is closed
   * permanently: only then can the money not arrive later.
   */
  async function postOrPassOn(shard: number, entry: JournalEntry, asset: AssetCode): Promise<boolean> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      if (await postUnlessClosed(shard, entry)) return true;
      const paid = entry.postings.find(({ account, units }) => account > 0n && units > 0n);
      if (!paid) return false;
      const { departedTo: home, isClosed } = await whereaboutsOf(poolOf(shard), paid.account);
      if (home !== undefined) {
        await passOn(shard, entry, { ...paid, to: home }, asset);
        return true;
      }
      if (isClosed) return false;
      // The member came back after the account was found closed.
    }
    throw new Error(
      `an entry of kind ${entry.kind} does not arrive in ledger ${shard}: its receiver moves all the time`,
    );
  }

  /**
   * Sends the entry's money on. If another node was faster, its entry counts: the member may have come back, or moved
   * to a third ledger.
   */
  async function passOn(shard: number, entry: JournalEntry, onward: Onward, asset: AssetCode): Promise<void> {
    const passed = passedOn(entry, onward, await shardOf(shard).houseId(transitKind(shard, onward.to), asset));
    const standing = await postUnlessClosed(shard, passed);
    if (!standing) throw new Error(`an entry of kind ${entry.kind} cannot be sent on from ledger ${shard}`);
    const own = { ...passed, id: standing.entryId };
    const [posted] = standing.outcome === 'posted' ? [own] : await firstHalves(poolOf(shard), [standing.entryId]);
    if (posted && isFirstHalf(posted)) await deliver(posted, asset);
  }

  async function postUnlessClosed(shard: number, entry: JournalEntry): Promise<Standing | undefined> {
    try {
      return await shardOf(shard).post(entry, {});
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'account_closed') throw error;
      return undefined;
    }
  }

  function shardOf(number: number): Shard {
    return shards[number] ?? unknownShard(number);
  }

  function poolOf(number: number): Pool {
    return pools[number] ?? unknownShard(number);
  }
}
