import { randomUUID } from 'node:crypto';
import type { Pool } from '../../platform/database/pool.ts';
import { Outdated } from '../../platform/database/transact.ts';
import { houseOwner, type Draw, type JournalEntry } from '../entry.ts';
import type { Shard } from '../open-shard.ts';
import { limitAsset } from '../post-batch.ts';
import type { RefusalSentences } from '../post-or-refuse.ts';
import { secondKey, type FirstHalf } from './halves.ts';
import { mainShard } from './ids.ts';
import { transitKind } from './transit.ts';
import { unknownShard } from './unknown-shard.ts';

/** The kind of both entries that move a part of an allowance to another ledger. */
export const allowanceFetched = 'allowance-fetched';

/** No limit for an arriving allowance, because it was taken in another ledger. Allowances are below 1e30. */
const noLimit = 10n ** 29n;

const limitAssets = ['USD-limit', 'coin-limit'] as const;

/**
 * A ledger that lacks units fetches at least this share (one in `lot`) of another ledger's rest, so that it fetches
 * rarely.
 */
const lot = 4n;

/** A draw that exceeds the rest in a ledger, and the error if all ledgers together have too little left. */
type Lack = {
  readonly draw: Draw;
  readonly shard: number;
  readonly left: bigint;
  readonly refusal: (left: bigint) => Error;
};

/**
 * Shares the house's allowances between the ledgers. The main ledger has the whole limit. The others have a limit of 0,
 * and draw the units that they fetched. A fetch first draws in one ledger and then gives back in the other, so that all
 * ledgers together never draw more than the limit.
 */
export function sharedAllowances(
  pools: readonly Pool[],
  shards: readonly Shard[],
  deliver: (first: FirstHalf, asset: string) => Promise<void>,
) {
  const fetching = new Map<string, Promise<void>>();

  /**
   * Fetches the units that a draw lacks in its ledger from the others. Throws the refusal if these have too little
   * left. If the same allowance is being fetched already, only waits, because the work may then lack nothing.
   */
  async function fetch(lack: Lack): Promise<void> {
    const name = `${lack.shard} ${lack.draw.kind} ${lack.draw.slot}`;
    const known = fetching.get(name);
    if (known) return known.catch(() => undefined);
    const work = gather(lack).finally(() => fetching.delete(name));
    fetching.set(name, work);
    return work;
  }

  async function gather({ draw, shard, left, refusal }: Lack): Promise<void> {
    const rooms = await Promise.allSettled(pools.map(async (_, from) => (from === shard ? 0n : roomIn(from, draw))));
    const room = rooms.map((one) => (one.status === 'fulfilled' ? one.value : 0n));
    const total = room.reduce((sum, one) => sum + one, 0n);
    let missing = draw.units - left;
    if (total < missing) throw rooms.find((one) => one.status === 'rejected')?.reason ?? refusal(left + total);
    for (const [from, there] of room.entries()) {
      if (missing <= 0n) return;
      const units = least(there, most(missing, there / lot));
      if (units > 0n && (await move(from, shard, { ...draw, units }))) missing -= units;
    }
  }

  /** Returns the units that may still be drawn in a ledger. */
  async function roomIn(from: number, draw: Draw): Promise<bigint> {
    return most(0n, limitIn(from, draw.limit) + (await postedIn(from, draw)));
  }

  /** Returns the units that a ledger has fetched and not drawn yet. The result is negative if more was drawn. */
  async function postedIn(shard: number, { kind, asset = limitAsset, slot }: Draw): Promise<bigint> {
    const { rows } = await poolOf(shard).query<{ posted: bigint }>({
      name: 'allowance-room',
      text: 'select posted from own_books.accounts where owner = $1 and kind = $2 and asset = $3 and slot = $4',
      values: [houseOwner, kind, asset, slot],
    });
    return rows[0]?.posted ?? 0n;
  }

  /** Moves a part of an allowance. Returns false if that part was drawn meanwhile. */
  async function move(from: number, to: number, draw: Draw): Promise<boolean> {
    const first = takenAway(from, to, draw);
    try {
      const { entryId } = await shardOf(from).post(first, { limit: () => new DrawnMeanwhile() });
      await deliver({ ...first, id: entryId }, draw.asset ?? limitAsset);
      return true;
    } catch (error) {
      if (error instanceof DrawnMeanwhile) return false;
      throw error;
    }
  }

  function shardOf(number: number): Shard {
    return shards[number] ?? unknownShard(number);
  }

  function poolOf(number: number): Pool {
    return pools[number] ?? unknownShard(number);
  }

  return {
    /** Returns the refusals of an entry's half. A missing allowance comes from other ledgers, and the work runs again. */
    refusalsIn(shard: number, entry: JournalEntry, refusals: RefusalSentences): RefusalSentences {
      const { limit } = refusals;
      if (!limit) return refusals;
      const ofHouse = entry.draws?.filter(({ owner }) => owner === houseOwner);
      return {
        ...refusals,
        limit: (exceeded) => {
          const draw = ofHouse?.find(({ kind }) => kind === exceeded.kind);
          if (!draw) return limit(exceeded);
          const lack = { draw, shard, left: exceeded.left, refusal: (left: bigint) => limit({ ...exceeded, left }) };
          return new Outdated(() => fetch(lack));
        },
      };
    },

    /**
     * Returns a draw for a reader of one ledger, with a limit under which this ledger has as much left as all ledgers
     * together. A ledger that does not answer counts as unused.
     */
    async drawReadIn(shard: number, draw: Draw): Promise<Draw> {
      if (draw.owner !== houseOwner) return draw;
      const others = pools.flatMap((_, number) => (number === shard ? [] : [postedIn(number, draw)]));
      const posted = (await Promise.allSettled(others)).map((one) => (one.status === 'fulfilled' ? one.value : 0n));
      return { ...draw, limit: posted.reduce((sum, one) => sum + one, draw.limit) };
    },

    /** Returns a draw in the form in which a ledger posts it. */
    drawIn: (shard: number, draw: Draw): Draw =>
      draw.owner === houseOwner ? { ...draw, limit: limitIn(shard, draw.limit) } : draw,
  };
}

const limitIn = (shard: number, limit: bigint) => (shard === mainShard ? limit : 0n);

class DrawnMeanwhile extends Error {}

/**
 * Returns the entry that takes a part of an allowance out of a ledger. A transit account shows the units on their way.
 */
function takenAway(from: number, to: number, draw: Draw): JournalEntry {
  const { kind, asset = limitAsset, slot, units, limit } = draw;
  return {
    key: randomUUID(),
    requestHash: 0n,
    actor: houseOwner,
    kind: allowanceFetched,
    metadata: { onward: `${kind}/${slot}:${units}:${to}`, asset, limit: String(limitIn(to, limit)) },
    postings: [],
    draws: [
      { ...draw, limit: limitIn(from, limit) },
      { owner: houseOwner, kind: transitKind(from, to), asset, slot, units: -units, limit: 0n },
    ],
  };
}

/**
 * Returns the second half, which gives the part of the allowance to the other ledger. Also returns the number of that
 * ledger.
 */
export function allowanceArrival({ id, metadata }: FirstHalf, from: number) {
  const { onward = '', limit = '0' } = metadata;
  const [, kind, slot, units, to] = /^([^/]+)\/(.+):(\d+):(\d+)$/.exec(onward) ?? [];
  const asset = limitAssets.find((code) => code === metadata['asset']);
  if (kind === undefined || slot === undefined || units === undefined || !asset)
    throw new Error(`the entry ${id} moves no allowance`);
  const of = { owner: houseOwner, asset, slot };
  const entry: JournalEntry = {
    key: secondKey(id),
    requestHash: 0n,
    actor: houseOwner,
    kind: allowanceFetched,
    metadata: { first_half: String(id) },
    postings: [],
    draws: [
      { ...of, kind, units: -BigInt(units), limit: BigInt(limit) },
      { ...of, kind: transitKind(from, Number(to)), units: BigInt(units), limit: noLimit },
    ],
  };
  return { to: Number(to), entry };
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const most = (a: bigint, b: bigint) => (a > b ? a : b);
