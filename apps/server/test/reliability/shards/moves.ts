import { setTimeout as sleep } from 'node:timers/promises';
import { moveSlots } from '../../../src/ledger/index.ts';
import { slotOf } from '../../../src/ledger/shards/ids.ts';
import { openPool, type Pool } from '../../../src/platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../../src/platform/database/unavailable.ts';
import type { Member } from '../members.ts';
import type { Random } from '../random.ts';
import type { LedgerEngine } from './ledger-engines.ts';

export type Moves = {
  /** Moves the slots of a few members to a random ledger, like the operator's command, which is repeated after a failure. */
  readonly move: () => Promise<void>;
  /** Moves the slots of a few members to this ledger. */
  readonly moveTo: (to: number) => Promise<void>;
  /** How many members have moved. */
  readonly count: () => number;
  readonly close: () => Promise<void>;
};

const slotsAtOnce = 3;
const attempts = 120;

export function slotMoves(engines: readonly LedgerEngine[], crowd: readonly Member[], random: Random): Moves {
  const pools = engines.map(({ address }) => openPool(address, { size: 4 }));
  const any = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  let moved = 0;
  const moveTo = async (to: number) => {
    const slots = Array.from({ length: slotsAtOnce }, () => slotOf(any(crowd)?.id ?? ''));
    for (let attempt = 1; ; attempt++) {
      try {
        moved += (await moveSlots(pools, [...new Set(slots)], to, () => undefined)).moved;
        return;
      } catch (error) {
        if (!isDatabaseUnavailable(error) || attempt === attempts) throw error;
        await sleep(500);
      }
    }
  };
  return {
    move: () => moveTo(Math.floor(random() * engines.length)),
    moveTo,
    count: () => moved,
    close: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  };
}

/** Waits until a server's job has completed the moves that kills interrupted. */
export async function untilAllMoved(main: Pool): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const { rowCount } = await main.query('select from books.homes');
    if (rowCount === 0) return;
    await sleep(500);
  }
  throw new Error('members are still on their way to another ledger');
}
