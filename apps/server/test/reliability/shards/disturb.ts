import { setTimeout as sleep } from 'node:timers/promises';
import { deaths } from '../mortal-engine.ts';
import type { Random } from '../random.ts';
import type { LedgerEngine } from './ledger-engines.ts';
import type { Moves } from './moves.ts';
import type { Node } from './nodes.ts';

/**
 * A fault of a part of the installation, or a move, while members send money. `run` resolves once the part works again.
 */
export type Disturbance = { readonly part: string; readonly run: () => Promise<void> };

export const kindsOf = (
  engines: readonly LedgerEngine[],
  nodes: readonly Node[],
  { move }: Pick<Moves, 'move'>,
): readonly Disturbance[][] => [
  nodes.map(({ kill }, i) => ({ part: `server ${i + 1}`, run: kill })),
  engines.flatMap(({ kill, number }) => deaths.map((death) => ({ part: `ledger ${number}`, run: () => kill(death) }))),
  [{ part: 'moves', run: move }],
];

/** The longest pause between two disturbances, in milliseconds. */
const longestPause = 10_000;
/** With more disturbances, a slow machine would only restart servers. */
const maxAtOnce = 2;

/**
 * Disturbs at random moments for this many minutes, even while another part does not yet work again. Returns how often
 * each part was disturbed.
 */
export async function disturb(
  kinds: readonly (readonly Disturbance[])[],
  { random, minutes }: { readonly random: Random; readonly minutes: number },
): Promise<ReadonlyMap<string, number>> {
  const until = performance.now() + minutes * 60_000;
  const [times, running] = [new Map<string, number>(), new Map<string, Promise<void>>()];
  const failures: unknown[] = [];
  while (performance.now() < until && failures.length === 0) {
    await sleep(Math.min(random() * longestPause, Math.max(0, until - performance.now())));
    const { part, run } = one(one(kinds, random), random);
    if (running.has(part) || running.size === maxAtOnce) continue;
    const ended = run().catch((error: unknown) => void failures.push(error));
    running.set(
      part,
      ended.finally(() => running.delete(part)),
    );
    times.set(part, (times.get(part) ?? 0) + 1);
  }
  await Promise.all(running.values());
  if (failures.length > 0) throw new AggregateError(failures, 'a part of the installation did not work again');
  return times;
}

function one<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}
