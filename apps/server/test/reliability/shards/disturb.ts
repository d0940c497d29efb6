import { setTimeout as sleep } from 'node:timers/promises';
import { deaths } from '../mortal-engine.ts';
import type { Random } from '../random.ts';
import type { LedgerEngine } from './ledger-engines.ts';
import type { Node } from './nodes.ts';

/** What happens to the installation while members send money. */
export type Disturbance = { readonly name: string; readonly run: () => Promise<void> };

export const kindsOf = (engines: readonly LedgerEngine[], nodes: readonly Node[]): readonly Disturbance[][] => [
  nodes.map(({ kill }, i) => ({ name: `server ${i + 1}`, run: kill })),
  engines.flatMap(({ kill }, i) => deaths.map((death) => ({ name: `ledger ${i}: ${death}`, run: () => kill(death) }))),
  // A list with the moves of slots between ledgers belongs here.
];

/** The longest pause between two disturbances, in milliseconds. */
const longestPause = 6_000;

/** Disturbs at random moments for the minutes. Returns how often each way was taken. */
export async function disturb(
  kinds: readonly (readonly Disturbance[])[],
  { random, minutes }: { readonly random: Random; readonly minutes: number },
): Promise<ReadonlyMap<string, number>> {
  const until = performance.now() + minutes * 60_000;
  const taken = new Map<string, number>();
  while (performance.now() < until) {
    await sleep(Math.min(random() * longestPause, Math.max(0, until - performance.now())));
    const kind = one(kinds, random);
    const { name, run } = one(kind, random);
    await run();
    taken.set(name, (taken.get(name) ?? 0) + 1);
  }
  return taken;
}

function one<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}
