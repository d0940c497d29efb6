import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { Outdated, sqlState } from '../../platform/database/transact.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { mainShard } from './ids.ts';
import type { Homes, slotMap } from './slots.ts';

/** The member's money belongs to another ledger (`ledger.refuse_departed`). */
const gone = 'FL003';

/** The transaction failed and reads nothing more. */
const aborted = '25P02';

/** A move takes less than a second. */
const giveUpMs = 3_000;
/** A busy database may need the whole `giveUpMs` for one attempt. */
const leastAttempts = 3;
const pauseMs = 10;

type Parts = { readonly pools: readonly Pool[]; readonly slots: ReturnType<typeof slotMap> };

/**
 * Repeats work whose members have moved to another ledger. Their accounts in the former ledger are closed, so work that
 * uses these accounts is refused, reads the map again, and is repeated.
 */
export function followMoves({ pools, slots }: Parts) {
  async function following<Result>(work: () => Promise<Result>): Promise<Result> {
    const until = performance.now() + giveUpMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await work().catch(rerunIfGone).catch(rerunIfMoved);
      } catch (error) {
        if (!(error instanceof Outdated) || (attempt >= leastAttempts && performance.now() > until)) throw error;
        await error.renew();
        await sleep(pauseMs);
      }
    }
  }

  return {
    /** Repeats the work while one of its members is moving. Refuses with `busy` after three seconds. */
    following,

    /**
     * Makes the work run again if a member has left the ledger where the work expected them.
     *
     * @param seen the ledgers as the transaction sees them
     */
    async assertPresent(owners: readonly string[], home: Homes, seen: readonly Queryable[] = pools): Promise<void> {
      for (const [shard, members] of Map.groupBy(owners, (owner) => home(owner) ?? mainShard)) {
        const departed = (database: Queryable | undefined) =>
          database?.query({
            name: 'departed',
            text: 'select from own_books.departed where owner = any ($1)',
            values: [members],
          });
        const leavers = await departed(seen[shard])?.catch((error: unknown) => {
          if (sqlState(error) !== aborted) throw error;
          return departed(pools[shard]);
        });
        if (leavers?.rowCount) throw outdated();
      }
    },

    rerunIfGone,
    rerunIfMoved,
  };

  function rerunIfGone(error: unknown): never {
    throw sqlState(error) === gone ? outdated() : error;
  }

  /** A ledger that is down cannot report that a member has left it. */
  async function rerunIfMoved(error: unknown): Promise<never> {
    throw isDatabaseUnavailable(error) && (await slots.hasChanged()) ? outdated() : error;
  }

  function outdated(): Outdated {
    slots.forget();
    return new Outdated(async () => void (await slots.homes()));
  }
}
