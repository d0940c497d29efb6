import { randomUUID } from 'node:crypto';
import { CallRefused } from '@florin/contract';
import { expect } from 'vitest';
import type { Pool } from '../../src/platform/database/pool.ts';
import type { PaymentRail } from '../../src/providers/payment-rail/payment-rail.ts';
import { firstKill, killStride } from '../kill-stride.ts';
import { recoverLedgers } from '../several-ledgers.ts';
import { mortalApp, type MortalApp } from '../mortal-app.ts';

/** An upper bound of the steps of an operation. */
const maxSteps = 60;

export type Operation = {
  /** Runs the operation in the dying process. A second run with the same key must have the same result. */
  readonly act: (client: MortalApp) => Promise<unknown>;
  /** Returns true if the operation is finished and false if it has not begun. Throws in any other state. */
  readonly happened: () => Promise<boolean>;
};

type World = {
  /** The pools of all ledgers, the main one first. */
  readonly pools: readonly [Pool, ...Pool[]];
  readonly rail: PaymentRail;
  /** Runs the recovery jobs of the next process. */
  readonly takeUp: () => Promise<void>;
  /** Kills only at every `stride`th step. */
  readonly stride?: number;
};

/**
 * Kills the operation before its first step and after each step in turn, until it finishes alive. Each round kills a
 * new process. A second process, which keeps running like another node, then continues the operation. Returns the
 * number of steps.
 */
export async function dieAtEveryStep(
  { pools, rail, takeUp, stride = killStride }: World,
  prepare: (round: string) => Promise<Operation>,
): Promise<number> {
  const other = await mortalApp(pools, rail);
  for (let steps = firstKill(stride) - 1; steps <= maxSteps; steps += stride) {
    const operation = await prepare(randomUUID());
    const process = await mortalApp(pools, rail);
    process.dieAfter(steps);
    await operation.act(process).catch(diedOrRefused);
    const died = process.isDead();
    await process.close().catch(() => undefined);
    await recoverLedgers(pools);
    await takeUp();
    await operation.happened(); // throws unless not begun or finished

    await operation.act(other);
    await takeUp();
    expect(await operation.happened(), `killed after ${steps} steps`).toBe(true);
    if (died) continue;
    await other.close();
    return steps;
  }
  throw new Error('the operation has more steps than expected');
}

/**
 * Ignores errors of a dead process, which does not answer or fails. The test checks the actions of the other process.
 */
function diedOrRefused(error: unknown) {
  if (error instanceof CallRefused && error.status < 500) throw error;
}
