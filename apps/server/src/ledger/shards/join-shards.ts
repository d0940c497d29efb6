import { setTimeout as sleep } from 'node:timers/promises';
import type { AssetCode } from '@florin/money';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { takePart, transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { HouseAccountKind } from '../accounts.ts';
import type { AccountId, JournalEntry, Posting } from '../entry.ts';
import { openShard, type Shard } from '../open-shard.ts';
import { keyReused, type RefusalSentences, type Standing } from '../post-or-refuse.ts';
import { deliveries } from './deliver.ts';
import { claimKey, hasKey, idOf, recordContested } from './entry-keys.ts';
import { split, withOnward } from './halves.ts';
import { entryRange, mainShard, shardOfAccount, shardOfEntry } from './ids.ts';
import { memberAccounts } from './member-accounts.ts';
import { followMoves } from './follow-moves.ts';
import { joinedTransactions, nothing } from './joined-transactions.ts';
import { sharedAllowances } from './shared-allowances.ts';
import { slotMap, type Homes } from './slots.ts';
import { transitAccounts } from './transit-accounts.ts';
import { unknownShard } from './unknown-shard.ts';

/** The ledgers, as a transaction sees them if it has begun in them. */
type Seen = readonly Queryable[];

/** A part of an entry for one ledger. `second` posts its payment in another ledger. */
type Half = {
  readonly shard: number;
  readonly entry: JournalEntry;
  readonly second: ((id: bigint) => Promise<unknown>) | undefined;
};

/**
 * How long an answer waits for the second half, so that the receiver usually has the money before the payer gets the
 * answer.
 */
const arrivalMs = 100;

/**
 * Joins the ledgers of several databases into one. An entry is posted in the ledger of the party that pays. A second
 * entry pays a member of another ledger from a transit account.
 */
export function joinShards(main: Pool, others: readonly Pool[], open = openShard): Shard {
  const pools = [main, ...others];
  const databases: Seen = pools;
  const shards = pools.map(open);
  const slots = slotMap(main);
  const houses = new Map<AccountId, readonly [HouseAccountKind, AssetCode]>();
  const transits = transitAccounts((shard, kind, asset) => shardOf(shard).houseId(kind, asset));
  const members = memberAccounts(pools);
  const moves = followMoves({ pools, slots });
  const deliver = deliveries(pools, shards);
  const allowances = sharedAllowances(pools, shards, deliver);
  const { within, seenIn } = joinedTransactions(pools, moves.rerunIfMoved);

  const shardOf = (number: number): Shard => shards[number] ?? unknownShard(number);
  const poolOf = (number: number): Pool => pools[number] ?? unknownShard(number);
  const homeOf = async (owner: string) => shardOf(await slots.homeOf(owner));

  return {
    walletId: (owner, asset) =>
      members.idOf('wallet', owner, asset, () =>
        moves.following(async () => (await homeOf(owner)).walletId(owner, asset)),
      ),
    incomingId: (owner, asset) =>
      members.idOf('incoming', owner, asset, () =>
        moves.following(async () => (await homeOf(owner)).incomingId(owner, asset)),
      ),
    /** Returns the main ledger's account, which represents this account of all ledgers. */
    async houseId(kind, asset) {
      // Looks the accounts up now: a transaction that holds a connection to another ledger must not wait for a second
      // connection to find its account.
      for (const shard of shards.slice(1)) shard.houseId(kind, asset).catch(() => undefined);
      const id = await shardOf(mainShard).houseId(kind, asset);
      houses.set(id, [kind, asset]);
      return id;
    },
    async closeAccounts(tx, owner) {
      const home = await slots.homeOf(owner, tx);
      return shardOf(home)
        .closeAccounts(await within(tx, home), owner)
        .catch(moves.rerunIfGone);
    },
    registerAssets: async (codes, decimals) =>
      void (await Promise.all(shards.map((shard) => shard.registerAssets(codes, decimals)))),
    balancesOf: (owner) =>
      moves.following(async () => {
        const home = await slots.homeOf(owner);
        const balances = await shardOf(home).balancesOf(owner);
        if (balances.every(({ posted }) => posted === 0n)) await moves.assertPresent([owner], () => home);
        return balances;
      }),
    drawsToReturn: (entryId) => shardOf(shardOfEntry(entryId)).drawsToReturn(entryId),
    booksOf: async (owner) => poolOf(await presentHomeOf(owner)),
    booksOfEntry: async (id) => poolOf(shardOfEntry(id)),
    async drawsReadBy(owner, draws) {
      const home = await slots.homeOf(owner);
      return Promise.all(draws.map((draw) => allowances.drawReadIn(home, draw)));
    },
    async booksWithin(tx, owner) {
      const home = await slots.homeOf(owner, tx);
      const books = await within(tx, home);
      await moves.assertPresent([owner], () => home, databases.with(home, books));
      return books;
    },
    entryRanges: pools.map((_, number) => entryRange(number)),
    // Reads the map again, because no refusal would show that one of many members has moved.
    byLedger: async (owners) => byHome(owners, await slots.renewed()),
    async usageOf(owners, kind, tx) {
      const usages = [...byHome(owners, await slots.homes(tx))].map(async ([number, members]) =>
        shardOf(number).usageOf(members, kind, tx && (await within(tx, number))),
      );
      return new Map((await Promise.all(usages)).flatMap((one) => [...one]));
    },
    hasEntry: async (owner, key) => shardOf(await presentHomeOf(owner)).hasEntry(owner, key),
    async hasEntryElsewhere(owner, key) {
      const home = await presentHomeOf(owner);
      return home !== mainShard && shardOf(home).hasEntry(owner, key);
    },

    post: (entry, sentences) =>
      moves.following(async () => {
        if (entry.isContested) return postContested(entry, sentences);
        const home = await slots.homes();
        const half = await halfOf(entry, home);
        const posting = shardOf(half.shard).post(half.entry, {
          ...allowances.refusalsIn(half.shard, entry, sentences),
          conflict: taken,
        });
        return follow(half, await posting.catch(elsewhere(entry, sentences, home)));
      }),
    postTogether: (all) =>
      moves.following(async () => {
        const home = await slots.homes();
        const halves = await Promise.all(all.map(({ entry }) => halfOf(entry, home)));
        const [{ shard } = { shard: mainShard }] = halves;
        if (halves.some((half) => half.shard !== shard))
          throw new Error('entries of two ledgers are not posted together');
        const sentences = all.map((one) => allowances.refusalsIn(shard, one.entry, one.sentences));
        const posting = shardOf(shard).postTogether(
          halves.map(({ entry }, i) => ({ entry, sentences: sentences[i] ?? {} })),
        );
        const standings = await posting.catch(async (error: unknown) => {
          const owners = await Promise.all(all.map(({ entry }) => ownersOf(entry)));
          if (error instanceof Refusal) await moves.assertPresent(owners.flat(), home);
          throw error;
        });
        return Promise.all(standings.map((standing, i) => follow(halves[i], standing)));
      }),
    async lockWithin(tx, entries) {
      const home = await slots.homes(tx);
      const halves = await Promise.all(entries.map((entry) => halfWithin(tx, entry, home)));
      const byLedger = Map.groupBy(halves, ({ shard }) => shard);
      for (const [shard, some] of [...byLedger].toSorted(([a], [b]) => a - b)) {
        const entriesThere = some.map(({ entry }) => entry);
        await shardOf(shard).lockWithin(await within(tx, shard), entriesThere);
      }
    },
    postWithin,
  };

  /** Returns the ledger that the member is in, after a check that they have not left it meanwhile. */
  function presentHomeOf(owner: string): Promise<number> {
    return moves.following(async () => {
      const home = await slots.homeOf(owner);
      await moves.assertPresent([owner], () => home);
      return home;
    });
  }

  async function postWithin(tx: Queryable, entry: JournalEntry, sentences: RefusalSentences): Promise<Standing> {
    const home = await slots.homes(tx);
    const half = await halfWithin(tx, entry, home);
    const there = await within(tx, half.shard);
    const seen = await seenIn(tx);
    const standing = await shardOf(half.shard)
      .postWithin(there, half.entry, { ...allowances.refusalsIn(half.shard, entry, sentences), conflict: taken })
      .catch(elsewhere(entry, sentences, home, seen))
      .catch(moves.rerunIfGone);
    const { second } = half;
    if (second && standing.outcome === 'posted')
      takePart(tx, {
        ...nothing,
        // If the other ledger has not ended its part yet, finishTransits() posts the second half.
        commit: () => briefly(hasKey(poolOf(half.shard), entry.key).then((has) => has && second(standing.entryId))),
      });
    return standing;
  }

  /** The first ledger that posts an entry with the key has the key for good. */
  async function postContested(entry: JournalEntry, sentences: RefusalSentences): Promise<Standing> {
    const posting = transact(main, async (tx) => {
      const home = await slots.homes(tx);
      const { shard } = split(entry, home, await shardsOf(entry, home, await seenIn(tx)));
      const owner = await claimKey(tx, entry.key, shard);
      // An entry of the main ledger can be older than the further ledgers, and then has no claim.
      const isTaken = owner !== shard || (shard !== mainShard && (await hasKey(tx, entry.key)));
      if (isTaken) throw taken();
      const standing = await postWithin(tx, entry, sentences);
      if (shard !== mainShard && standing.outcome === 'posted') await recordContested(tx, entry, standing.recordedAt);
      return standing;
    });
    return posting.catch(async (error: unknown) => elsewhere(entry, sentences, await slots.homes())(error));
  }

  /**
   * Returns an error handler for entries whose key is taken here. Returns the standing of the entry if the member
   * posted it in another ledger before moving. If the member has moved meanwhile, the work runs again. Other errors are
   * the caller's. A transaction searches through its own connections, because all transactions could wait for each
   * other's connections.
   */
  function elsewhere(entry: JournalEntry, sentences: RefusalSentences, home: Homes, seen = databases) {
    return async (error: unknown): Promise<Standing> => {
      if (!(error instanceof Refusal)) throw error;
      await moves.assertPresent(await ownersOf(entry), home, seen);
      if (!(error instanceof KeyTaken)) throw error;
      const entryId = await idOf(seen, entry);
      if (entryId === undefined) throw sentences.conflict?.() ?? keyReused();
      return { outcome: 'duplicate', entryId };
    };
  }

  async function ownersOf(entry: JournalEntry): Promise<string[]> {
    const accounts = memberAccountsIn(entry);
    const of = await members.of(accounts, databases);
    return [...new Set(accounts.map((account) => of(account).owner))];
  }

  /** Returns the ledgers of the members' accounts in an entry. */
  async function shardsOf(entry: JournalEntry, home: Homes, seen: Seen): Promise<(account: AccountId) => number> {
    const of = await members.of(memberAccountsIn(entry), seen);
    return (account) => home(of(account).owner) ?? mainShard;
  }

  /** Returns the half of an entry that the paying party's ledger posts. */
  async function halfOf(
    entry: JournalEntry,
    home: Homes,
    { transitOf = transits.open, seen = databases }: { transitOf?: typeof transits.open; seen?: Seen } = {},
  ): Promise<Half> {
    const shardOfMember = await shardsOf(entry, home, seen);
    const { shard, postings, onward } = split(entry, home, shardOfMember);
    const draws = entry.draws?.map((draw) => allowances.drawIn(shard, draw));
    const there = await Promise.all(postings.map((posting) => houseIn(shard, posting)));
    const here = { ...entry, ...(draws && { draws }) };
    if (!onward) return { shard, entry: { ...here, postings: there }, second: undefined };
    const to = shardOfMember(onward.account);
    const { asset } = (await members.of([onward.account], seen))(onward.account);
    const transit = await transitOf(shard, to, asset);
    const first = {
      ...here,
      metadata: withOnward(entry.metadata, { ...onward, to }),
      postings: [...there, { account: transit, units: onward.units }],
    };
    // After a failure, finishTransits() posts the second half.
    const second = (id: bigint) => briefly(deliver({ ...first, id }, asset));
    return { shard, entry: first, second };
  }

  /**
   * Looks accounts up through the transaction's own connections, because all other connections may be waiting for this
   * transaction.
   */
  async function halfWithin(tx: Queryable, entry: JournalEntry, home: Homes): Promise<Half> {
    return halfOf(entry, home, { transitOf: transits.known, seen: await seenIn(tx) });
  }

  async function houseIn(shard: number, posting: Posting): Promise<Posting> {
    if (posting.account > 0n || shardOfAccount(posting.account) === shard) return posting;
    const named = houses.get(posting.account);
    if (!named) throw new Error(`the house account ${posting.account} is not known by its name`);
    return { ...posting, account: await shardOf(shard).houseId(...named) };
  }
}

/** Replaces the caller's own error until it is known that no other ledger has the entry. */
class KeyTaken extends Refusal {}
const taken = () => new KeyTaken('idempotency_key_reused', 'Another entry has this key.');

const byHome = (owners: readonly string[], home: Homes) => Map.groupBy(owners, (owner) => home(owner) ?? mainShard);

const memberAccountsIn = ({ postings, reserve }: JournalEntry): AccountId[] => [
  ...postings.flatMap(({ account }) => (account > 0n ? [account] : [])),
  ...(reserve ? [reserve.account] : []),
];

/** Waits for the work for at most `arrivalMs`. If the work fails, finishTransits() repeats it later. */
const briefly = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => undefined), sleep(arrivalMs, undefined, { ref: false })]);

async function follow(half: Half | undefined, standing: Standing): Promise<Standing> {
  if (standing.outcome === 'posted') await half?.second?.(standing.entryId);
  return standing;
}
