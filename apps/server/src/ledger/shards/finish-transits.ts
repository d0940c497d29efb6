import type { AssetCode } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import type { Shard } from '../open-shard.ts';
import { deliveries } from './deliver.ts';
import { secondKey, type FirstHalf } from './halves.ts';
import { firstHalves, markArrived, postedKeys, sentSinceMark, transitKind, type Sent } from './transit.ts';

const atOnce = 500;

type Pair = { readonly from: Pool; readonly to: Pool; readonly kind: ReturnType<typeof transitKind> };

/**
 * Posts all missing second halves in all ledgers, and marks the entries up to which none is missing. Continues after a
 * failure or if a ledger is down, and returns the errors.
 *
 * @param options.afterSeconds leaves out younger entries, whose second halves their own nodes are about to post
 * @param options.between the numbers of two ledgers; by default, all pairs of ledgers
 */
export async function finishTransits(
  pools: readonly Pool[],
  shards: readonly Shard[],
  { afterSeconds = 0, between = [...pools.keys()] }: { afterSeconds?: number; between?: readonly number[] } = {},
): Promise<unknown[]> {
  const deliver = deliveries(pools, shards);
  const chosen = [...pools.entries()].filter(([number]) => between.includes(number));
  const pairs = chosen.flatMap(([a, from]) =>
    chosen.flatMap(([b, to]) => (a === b ? [] : [{ from, to, kind: transitKind(a, b) }])),
  );
  const errors: unknown[] = [];
  await Promise.all(
    pairs.map((pair) => finishPair(pair, deliver, afterSeconds, errors).catch((error: unknown) => errors.push(error))),
  );
  return errors;
}

async function finishPair(
  { from, to, kind }: Pair,
  deliver: (first: FirstHalf, asset: AssetCode) => Promise<void>,
  afterSeconds: number,
  errors: unknown[],
) {
  for (let isMore = true; isMore;) {
    const sent = await sentSinceMark(from, kind, { afterSeconds, limit: atOnce });
    if (sent.length === 0) return;
    // Nearly all payments have arrived, and posting them again would cost as much as the first time.
    const arrived = await postedKeys(
      to,
      sent.map(({ id }) => secondKey(id)),
    );
    const missing = sent.filter(({ id }) => !arrived.has(secondKey(id)));
    const late = missing.filter(({ isDue }) => isDue);
    const halves = await firstHalves(
      from,
      late.map(({ id }) => id),
    );
    const results = await Promise.allSettled(late.map(({ asset }, i) => deliver(halves[i] ?? unknownHalf(), asset)));
    errors.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])));
    const done = new Set(late.filter((_, i) => results[i]?.status === 'fulfilled'));
    const open = new Set(missing.filter((one) => !done.has(one)));
    await markArrived(from, beforeFirst(sent, open));
    isMore = sent.length === atOnce && open.size === 0;
  }
}

/** Returns the first halves of each lane before its first open one. */
function beforeFirst(sent: readonly Sent[], open: ReadonlySet<Sent>): Sent[] {
  const stopped = new Set<bigint>();
  return sent.filter((one) => {
    if (open.has(one)) stopped.add(one.lane);
    return !stopped.has(one.lane);
  });
}

function unknownHalf(): never {
  throw new Error('a posting of a transit account has no entry');
}
