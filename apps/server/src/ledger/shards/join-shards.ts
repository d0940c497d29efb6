import { setTimeout as sleep } from 'node:timers/promises';
import type { AssetCode } from '@florin/money';
import type { PoolClient } from 'pg';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { takePart, transact } from '../../platform/database/transact.ts';
import type { HouseAccountKind } from '../accounts.ts';
import { houseOwner, type AccountId, type Draw, type JournalEntry, type Posting } from '../entry.ts';
import { openShard, type Shard } from '../open-shard.ts';
import { keyReused, type RefusalSentences, type Standing } from '../post-or-refuse.ts';
import { deliveries } from './deliver.ts';
import { split, withOnward } from './halves.ts';
import { mainShard, shardOfAccount, shardOfEntry } from './ids.ts';
import { beginTogether } from './prepared.ts';
import { slotMap } from './slots.ts';
import { transitKind } from './transit.ts';

/** A part of an entry for one ledger. `second` posts what it pays in another one. */
type Half = {
  readonly shard: number;
  readonly entry: JournalEntry;
  readonly second: ((id: bigint) => Promise<void>) | undefined;
};

/** How long an answer waits for the second half, so that the receiver usually has the money when the payer is told. */
const arrivalMs = 100;

/**
 * Joins the ledgers of several databases to one. An entry is posted in the ledger of the party that pays. What it pays to
 * a member of another ledger follows by an entry of its own, from a transit account.
 */
export function joinShards(main: Pool, others: readonly Pool[]): Shard {
  const pools = [main, ...others];
  const shards = pools.map(openShard);
  const slots = slotMap(main);
  const houses = new Map<AccountId, readonly [HouseAccountKind, AssetCode]>();
  const assets = new Map<AccountId, AssetCode>();
  const deliver = deliveries(pools, shards);
  const joined = new WeakMap<Queryable, Map<number, Promise<PoolClient>>>();

  const shardOf = (number: number): Shard => shards[number] ?? unknownShard(number);
  const poolOf = (number: number): Pool => pools[number] ?? unknownShard(number);
  const homeOf = async (owner: string) => shardOf(await slots.homeOf(owner));

  return {
    walletId: async (owner, asset) => remembered(await (await homeOf(owner)).walletId(owner, asset), asset),
    incomingId: async (owner, asset) => remembered(await (await homeOf(owner)).incomingId(owner, asset), asset),
    /** Returns the main ledger's account, which stands for those of all ledgers. */
    async houseId(kind, asset) {
      const id = await shardOf(mainShard).houseId(kind, asset);
      houses.set(id, [kind, asset]);
      return id;
    },
    async closeAccounts(tx, owner) {
      const home = await slots.homeOf(owner);
      return shardOf(home).closeAccounts(await within(tx, home), owner);
    },
    registerAssets: async (codes, decimals) =>
      void (await Promise.all(shards.map((shard) => shard.registerAssets(codes, decimals)))),
    balancesOf: async (owner) => (await homeOf(owner)).balancesOf(owner),
    drawsToReturn: (entryId) => shardOf(shardOfEntry(entryId)).drawsToReturn(entryId),
    async usageOf(owners, kind, tx) {
      const home = await slots.homes();
      const byHome = Map.groupBy(owners, (owner) => home(owner) ?? mainShard);
      const usages = [...byHome].map(async ([number, members]) =>
        shardOf(number).usageOf(members, kind, tx && (await within(tx, number))),
      );
      return new Map((await Promise.all(usages)).flatMap((one) => [...one]));
    },
    hasEntry: async (key) => (await Promise.all(shards.map((shard) => shard.hasEntry(key)))).includes(true),

    async post(entry, sentences) {
      if (entry.isContested) return postContested(entry, sentences);
      const half = await halfOf(entry);
      return follow(half, await shardOf(half.shard).post(half.entry, sentences));
    },
    async postTogether(all) {
      const halves = await Promise.all(all.map(({ entry }) => halfOf(entry)));
      const [{ shard } = { shard: mainShard }] = halves;
      if (halves.some((half) => half.shard !== shard))
        throw new Error('entries of two ledgers are not posted together');
      const sentences = all.map((one) => one.sentences);
      const standings = await shardOf(shard).postTogether(
        halves.map(({ entry }, i) => ({ entry, sentences: sentences[i] ?? {} })),
      );
      return Promise.all(standings.map((standing, i) => follow(halves[i], standing)));
    },
    postWithin,
  };

  async function postWithin(tx: Queryable, entry: JournalEntry, sentences: RefusalSentences): Promise<Standing> {
    const half = await halfOf(entry);
    const standing = await shardOf(half.shard).postWithin(await within(tx, half.shard), half.entry, sentences);
    const { second } = half;
    if (second && standing.outcome === 'posted')
      takePart(tx, {
        ...nothing,
        // If the other ledger has not ended its part yet, finishTransits() posts the second half.
        commit: async () => (await shardOf(half.shard).hasEntry(entry.key)) && second(standing.entryId),
      });
    return standing;
  }

  /** The first ledger that posts an entry with the key has the key for good. */
  function postContested(entry: JournalEntry, sentences: RefusalSentences): Promise<Standing> {
    return transact(main, async (tx) => {
      const { shard } = split(entry, await slots.homes());
      const { rows } = await tx.query<{ owner: number }>('select ledger.claim_key($1, $2) as owner', [
        entry.key,
        shard,
      ]);
      // An entry of the main ledger can be older than the others, and without a claim.
      const isTaken = rows[0]?.owner !== shard || (shard !== mainShard && (await hasEntry(tx, entry.key)));
      if (isTaken) throw sentences.conflict?.() ?? keyReused();
      return postWithin(tx, entry, sentences);
    });
  }

  function remembered(account: AccountId, asset: AssetCode): AccountId {
    assets.set(account, asset);
    return account;
  }

  /** Returns what the paying party's ledger posts of an entry. */
  async function halfOf(entry: JournalEntry): Promise<Half> {
    const { shard, postings, onward } = split(entry, await slots.homes());
    const draws = entry.draws?.map(shareOf);
    const there = await Promise.all(postings.map((posting) => houseIn(shard, posting)));
    const here = { ...entry, ...(draws && { draws }) };
    if (!onward) return { shard, entry: { ...here, postings: there }, second: undefined };
    const to = shardOfAccount(onward.account);
    const asset = assets.get(onward.account) ?? unknownAsset(onward.account);
    const transit = await shardOf(shard).houseId(transitKind(shard, to), asset);
    const first = {
      ...here,
      metadata: withOnward(entry.metadata, onward),
      postings: [...there, { account: transit, units: onward.units }],
    };
    // After a failure, finishTransits() posts it.
    const second = (id: bigint) =>
      Promise.race([deliver({ ...first, id }).catch(() => undefined), sleep(arrivalMs, undefined, { ref: false })]);
    return { shard, entry: first, second };
  }

  /** An allowance of the house exists in each ledger, with the same share of the limit. */
  function shareOf(draw: Draw): Draw {
    return draw.owner === houseOwner ? { ...draw, limit: draw.limit / BigInt(pools.length) } : draw;
  }

  async function houseIn(shard: number, posting: Posting): Promise<Posting> {
    if (posting.account > 0n || shardOfAccount(posting.account) === shard) return posting;
    const named = houses.get(posting.account);
    if (!named) throw new Error(`the house account ${posting.account} is not known by its name`);
    return { ...posting, account: await shardOf(shard).houseId(...named) };
  }

  /** Returns the transaction itself, or one in another ledger that ends as it does. */
  async function within(tx: Queryable, shard: number): Promise<Queryable> {
    if (shard === mainShard) return tx;
    const opened = joined.get(tx) ?? new Map<number, Promise<PoolClient>>();
    joined.set(tx, opened);
    const known = opened.get(shard);
    if (known) return known;
    const opening = beginTogether(tx, poolOf(shard));
    opened.set(shard, opening);
    takePart(tx, {
      ...nothing,
      commit: async () => joined.delete(tx),
      rollback: async () => joined.delete(tx),
      leave: () => void joined.delete(tx),
    });
    return opening;
  }
}

async function hasEntry(database: Queryable, key: string): Promise<boolean> {
  const { rowCount } = await database.query('select from own_books.entries where key = $1', [key]);
  return rowCount === 1;
}

const nothing = {
  prepare: async () => undefined,
  commit: async () => undefined,
  rollback: async () => undefined,
  leave: () => undefined,
};

async function follow(half: Half | undefined, standing: Standing): Promise<Standing> {
  if (standing.outcome === 'posted') await half?.second?.(standing.entryId);
  return standing;
}

function unknownShard(number: number): never {
  throw new Error(`there is no ledger ${number}`);
}

function unknownAsset(account: AccountId): never {
  throw new Error(`the asset of account ${account} is not known`);
}
