import type { AssetCode } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { JournalEntry } from '../entry.ts';
import type { Shard } from '../open-shard.ts';
import type { Standing } from '../post-or-refuse.ts';
import { onwardOf, passedOn, returnedHalf, secondHalf, type FirstHalf } from './halves.ts';
import { shardOfEntry } from './ids.ts';
import { allowanceArrival, allowanceFetched } from './shared-allowances.ts';
import { departedTo } from './departed.ts';
import { holdEndedBy, postingsOf, transitKind } from './transit.ts';
import { unknownShard } from './unknown-shard.ts';

/**
 * Returns what posts the second half of an entry whose first half is committed. If the receiver has moved to another
 * ledger meanwhile, the money follows. If the receiver's account is closed, it takes the first half back. Each takes
 * effect once, however often it is repeated.
 */
export function deliveries(pools: readonly Pool[], shards: readonly Shard[]) {
  return deliver;

  async function deliver(first: FirstHalf, asset: AssetCode): Promise<void> {
    const from = shardOfEntry(first.id);
    if (first.kind === allowanceFetched) return deliverAllowance(first, from);
    const { to } = onwardOf(first);
    const second = secondHalf(first, await shardOf(to).houseId(transitKind(from, to), asset));
    if (await postOrPassOn(to, second, asset)) return;
    const back = await entryBack(first, from, asset);
    if (!(await postOrPassOn(from, back, asset)))
      throw new Error(`the first half ${first.id} can neither arrive nor go back: both accounts are closed`);
  }

  async function deliverAllowance(first: FirstHalf, from: number): Promise<void> {
    const { to, entry } = allowanceArrival(first, from);
    await shardOf(to).post(entry, {});
  }

  /** Returns what takes the money back. If it was passed on, the payer gets it without the fee. */
  async function entryBack(first: FirstHalf, from: number, asset: AssetCode): Promise<JournalEntry> {
    const postings = await postingsOf(poolOf(from), first.id);
    if (postings.length === 0) throw new Error(`the first half ${first.id} is not visible yet`);
    const drawnBy = (await holdEndedBy(poolOf(from), first.id)) ?? first.id; // what was held drew when it was held
    const draws = await shardOf(from).drawsToReturn(drawnBy);
    const origin = first.metadata['first_half'];
    if (origin === undefined) return returnedHalf(first, postings, draws);
    const start = shardOfEntry(BigInt(origin));
    const paid = await postingsOf(poolOf(start), BigInt(origin));
    const payer = paid.find(({ account, units }) => account > 0n && units < 0n);
    if (!payer) throw new Error(`the first half ${origin} has no payer`);
    const sent = postings.filter(({ units }) => units > 0n);
    const repaid = { account: payer.account, units: sent.reduce((sum, { units }) => sum + units, 0n) };
    const taken = sent.map((one) => ({ ...one, units: -one.units }));
    const back = { ...returnedHalf(first, [], draws), postings: [...taken, repaid] };
    const home = (await departedTo(poolOf(start), payer.account)) ?? start;
    if (home === from) return back;
    return passedOn(back, { ...repaid, to: home }, await shardOf(from).houseId(transitKind(from, home), asset));
  }

  /** Posts the entry, or sends on what it pays to a member who has moved. Returns false if the member's account is closed. */
  async function postOrPassOn(shard: number, entry: JournalEntry, asset: AssetCode): Promise<boolean> {
    if (await postUnlessClosed(shard, entry)) return true;
    const paid = entry.postings.find(({ account, units }) => account > 0n && units > 0n);
    const home = paid && (await departedTo(poolOf(shard), paid.account));
    if (!paid || home === undefined) return false;
    const transit = await shardOf(shard).houseId(transitKind(shard, home), asset);
    const onward = passedOn(entry, { ...paid, to: home }, transit);
    const standing = await postUnlessClosed(shard, onward);
    if (!standing) throw new Error(`an entry of kind ${entry.kind} cannot be sent on from ledger ${shard}`);
    await deliver({ ...onward, id: standing.entryId }, asset);
    return true;
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
