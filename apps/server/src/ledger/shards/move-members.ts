import { randomUUID } from 'node:crypto';
import type { AssetCode } from '@florin/money';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { sqlState, transact } from '../../platform/database/transact.ts';
import type { Shard } from '../open-shard.ts';
import type { JournalEntry } from '../entry.ts';
import { allowancesEntry, type Baggage } from './carried-allowances.ts';
import { deliveries } from './deliver.ts';
import { finishTransits } from './finish-transits.ts';
import { withOnward } from './halves.ts';
import { beginMove } from './hold-moves.ts';
import { allSlots, mainShard, slotOf } from './ids.ts';
import { transitKind } from './transit.ts';
import { unknownShard } from './unknown-shard.ts';

/** Money of the member is reserved (`ledger.lock_member`). */
const isReserved = 'FL004';

/**
 * The outcome of a member's move: `waiting` while the member has reserved money, `elsewhere` if another node moves them.
 * Closed accounts move, too, and stay closed.
 */
export type Moved = 'moved' | 'waiting' | 'elsewhere';

const lockGiving = `select pg_advisory_xact_lock(hashtext('florin: give slots'))`;

/** Moves members between ledgers while they use them. Every step can be repeated, even by another node. */
export function memberMoves(pools: readonly Pool[], shards: readonly Shard[]) {
  const deliver = deliveries(pools, shards);
  const main = poolOf(mainShard);

  /**
   * Gives slots to a ledger. New members open their accounts there. Returns the other members for `moveMember`,
   * which moves them one by one. Only one run at a time gives slots, so that a run can undo its own steps.
   */
  async function giveSlots(slots: readonly number[], to: number): Promise<string[]> {
    await ask([...(await slotsByLedger(main, slots)).keys(), to]);
    return transact(main, async (tx) => {
      await tx.query(lockGiving);
      const byLedger = await slotsByLedger(tx, slots);
      const leavers: string[] = [];
      try {
        for (const [from, leaving] of byLedger) if (from !== to) leavers.push(...(await give(tx, leaving, from, to)));
      } catch (error) {
        await enterOwn(byLedger);
        throw error;
      }
      await enterOwn(new Map([[to, slots]])); // an interrupted run may have taken them from this ledger
      return leavers;
    });
  }

  async function give(tx: Queryable, slots: readonly number[], from: number, to: number): Promise<string[]> {
    await poolOf(from).query('select ledger.leave_slots($1)', [slots]);
    const { rows } = await poolOf(from).query<{ owner: string }>('select ledger.members_in($1) as owner', [slots]);
    const members = rows.map(({ owner }) => owner);
    await poolOf(to).query('select ledger.enter_slots($1)', [slots]);
    await tx.query('select ledger.begin_move($1, $2, $3, $4)', [slots, from, to, members]);
    return members;
  }

  /** Completes an interrupted `giveSlots`: lets new members open accounts in the ledgers of their slots. */
  async function completeSlots(): Promise<void> {
    // The main transaction and its lock are for ledgers that answer: a ledger that is down would hold them for seconds.
    const own = await slotsByLedger(main, allSlots);
    const asked = await Promise.allSettled([...own].map(([shard, slots]) => leftIn(poolOf(shard), slots)));
    const left = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (left.length === 0) return;
    await transact(main, async (tx) => {
      await tx.query(lockGiving);
      await enterOwn(await slotsByLedger(tx, left));
    });
  }

  /** The job repeats this later for ledgers that are down. */
  async function enterOwn(byLedger: ReadonlyMap<number, readonly number[]>): Promise<void> {
    await Promise.allSettled(
      [...byLedger].map(async ([shard, slots]) => poolOf(shard).query('select ledger.enter_slots($1)', [slots])),
    );
  }

  /** Moves a member to the ledger of their slot. Another node that moves the same member does not wait. */
  async function moveMember(owner: string): Promise<Moved> {
    for (;;) {
      const result = await moveOn(owner);
      if (result !== 'onward') return result;
    }
  }

  /**
   * Moves a member once. Completes a move that an earlier run has begun first, even if the slot has been given to
   * another ledger meanwhile, because the money is on its way to the ledger of that move.
   */
  async function moveOn(owner: string): Promise<Moved | 'onward'> {
    const seen = await seenHome(main, owner);
    if (seen === undefined) return 'elsewhere';
    await ask([seen, (await wayOf(main, owner, seen)).to]);
    return transact(main, async (tx) => {
      await beginMove(tx);
      const from = await lockHome(tx, owner);
      if (from === undefined) return 'elsewhere';
      const { to, goal } = await wayOf(tx, owner, from);
      if (from !== to) {
        const sent = await leave(owner, from, to);
        if (sent === isReserved) return 'waiting';
        await settle(owner, from, to);
        if (sent.length > 0) for (const { first, asset } of sent) await deliver(first, asset);
        else await finishTransits(pools, shards, { between: [from, to] });
        if (to !== goal) {
          await tx.query('select ledger.move_home($1, $2)', [owner, to]);
          return 'onward';
        }
      }
      await tx.query('select ledger.end_move($1)', [owner]);
      return 'moved';
    });
  }

  return { giveSlots, completeSlots, moveMember };

  /**
   * Throws if one of the ledgers is down. Runs before a main transaction begins, which a ledger that is down would keep
   * open for seconds.
   */
  async function ask(numbers: readonly number[]): Promise<void> {
    await Promise.all(numbers.map(async (number) => poolOf(number).query('select')));
  }

  /**
   * Returns the ledger of the member's slot, and the ledger that they go to: the target of a begun move comes first.
   */
  async function wayOf(tx: Queryable, owner: string, from: number) {
    const goal = await homeOfSlot(tx, owner);
    return { goal, to: (await begunTo(poolOf(from), owner)) ?? goal };
  }

  /**
   * Empties the member's accounts into transit and closes them. Returns the first halves, or the reason why there are
   * none.
   */
  async function leave(owner: string, from: number, to: number) {
    const assets = new Set((await shardOf(from).balancesOf(owner)).map(({ asset }) => asset));
    for (;;)
      try {
        return await leaveWith([...assets], owner, from, to);
      } catch (error) {
        if (!(error instanceof NewAsset)) throw error;
        assets.add(error.asset);
      }
  }

  /** Throws `NewAsset`, and changes nothing, if the member has money of another asset. */
  async function leaveWith(assets: readonly AssetCode[], owner: string, from: number, to: number) {
    // Looks the house's accounts up first, so that a move needs one connection to each ledger, and locks accounts in
    // the order of a post.
    const houses = new Map<AssetCode, bigint>();
    for (const asset of assets) houses.set(asset, await shardOf(from).houseId(transitKind(from, to), asset));
    try {
      return await transact(poolOf(from), async (tx) => {
        await tx.query('select ledger.lock_accounts($1)', [[...houses.values()]]);
        const { rows } = await tx.query<{ account: bigint; asset: AssetCode; posted: bigint }>(
          'select account, asset, posted from ledger.lock_member($1)',
          [owner],
        );
        const sent: { readonly first: JournalEntry & { readonly id: bigint }; readonly asset: AssetCode }[] = [];
        for (const { account, asset, posted: units } of rows) {
          const transit = houses.get(asset);
          if (transit === undefined) throw new NewAsset(asset);
          const entry = {
            key: randomUUID(),
            requestHash: 0n,
            actor: owner,
            kind: movedKind,
            metadata: withOnward({}, { account, units, to }),
            postings: [
              { account, units: -units },
              { account: transit, units },
            ],
          };
          const { entryId } = await shardOf(from).postWithin(tx, entry, {});
          sent.push({ first: { ...entry, id: entryId }, asset });
        }
        await tx.query('select ledger.depart($1, $2)', [owner, to]);
        return sent;
      });
    } catch (error) {
      if (sqlState(error) !== isReserved) throw error;
      return isReserved;
    }
  }

  /** Opens the member's accounts in the new ledger, with their keys and the used part of their limits. */
  async function settle(owner: string, from: number, to: number): Promise<void> {
    const { rows } = await poolOf(from).query<{ baggage: string }>('select ledger.baggage($1)::text as baggage', [
      owner,
    ]);
    const baggage = rows[0]?.baggage ?? '{}';
    await poolOf(to).query('select ledger.take_in($1, $2::jsonb)', [owner, baggage]);
    const parsed: Baggage = JSON.parse(baggage);
    const entry = await allowancesEntry(poolOf(to), owner, parsed);
    if (entry) await shardOf(to).post(entry, {});
  }

  function shardOf(number: number): Shard {
    return shards[number] ?? unknownShard(number);
  }

  function poolOf(number: number): Pool {
    return pools[number] ?? unknownShard(number);
  }
}

/** The member got money of this asset after the house's accounts were looked up. */
class NewAsset extends Error {
  readonly asset: AssetCode;

  constructor(asset: AssetCode) {
    super(`the member has money in ${asset} now`);
    this.asset = asset;
  }
}

/** The kind of the entries that take a member's money to another ledger. No history shows them. */
const movedKind = 'moved';

async function slotsByLedger(tx: Queryable, slots: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await tx.query<{ slot: number; shard: number }>('select slot, shard from books.slots');
  const shardOf = new Map(rows.map(({ slot, shard }) => [slot, shard]));
  return Map.groupBy(slots, (slot) => shardOf.get(slot) ?? mainShard);
}

/** Returns the given slots whose new members may not open an account in this ledger. */
async function leftIn(database: Queryable, slots: readonly number[]): Promise<number[]> {
  const { rows } = await database.query<{ slot: number }>(
    'select slot from own_books.left_slots where slot = any ($1)',
    [slots],
  );
  return rows.map(({ slot }) => slot);
}

/** Returns the ledger that a member is to leave. The member may be moving already. */
async function seenHome(main: Queryable, owner: string): Promise<number | undefined> {
  const { rows } = await main.query<{ shard: number }>('select shard from books.homes where owner = $1', [owner]);
  return rows[0]?.shard;
}

async function lockHome(tx: Queryable, owner: string): Promise<number | undefined> {
  const { rows } = await tx.query<{ shard: number | null }>('select ledger.lock_home($1) as shard', [owner]);
  return rows[0]?.shard ?? undefined;
}

async function homeOfSlot(tx: Queryable, owner: string): Promise<number> {
  const { rows } = await tx.query<{ shard: number }>('select shard from books.slots where slot = $1', [slotOf(owner)]);
  return rows[0]?.shard ?? mainShard;
}

/** Returns the ledger to which the member has moved from this one, or undefined. */
async function begunTo(database: Queryable, owner: string): Promise<number | undefined> {
  const { rows } = await database.query<{ shard: number }>('select shard from own_books.departed where owner = $1', [
    owner,
  ]);
  return rows[0]?.shard;
}
