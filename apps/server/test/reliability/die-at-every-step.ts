import { randomUUID } from 'node:crypto';
import { CallRefused } from '@florin/contract';
import { expect } from 'vitest';
import type { Pool } from '../../src/platform/database/pool.ts';
import type { PaymentRail } from '../../src/providers/payment-rail/payment-rail.ts';
import { mortalApp, type MortalApp } from '../mortal-app.ts';

/** More steps than any of the operations takes. */
const mostSteps = 60;

export type Operation = {
  /** What the dying process is asked to do; called again, with the same key, it must come to the same. */
  readonly act: (client: MortalApp) => Promise<unknown>;
  /** True once it has happened, false where it has not begun. Throws on anything in between. */
  readonly happened: () => Promise<boolean>;
};

type World = {
  readonly pool: Pool;
  readonly rail: PaymentRail;
  /** What the next process does by itself. */
  readonly takeUp: () => Promise<void>;
};

/**
 * Kills the operation at each step in turn, until it gets through alive. Each time a new process dies, and one that lives all
 * the time, as another node does, takes up what was left. Returns the number of deaths.
 */
export async function dieAtEveryStep(
  { pool, rail, takeUp }: World,
  prepare: (round: string) => Promise<Operation>,
): Promise<number> {
  const other = await mortalApp(pool, rail);
  let deaths = 0;
  for (const moment of ['before', 'after'] as const)
    for (let step = 1; step <= mostSteps; step++) {
      const operation = await prepare(randomUUID());
      const process = await mortalApp(pool, rail);
      process.dieAt({ step, moment });
      await operation.act(process).catch(diedOrRefused);
      const died = process.isDead();
      await process.close().catch(() => undefined);
      await takeUp();
      await operation.happened(); // not begun or finished, and nothing else

      await operation.act(other);
      await takeUp();
      expect(await operation.happened(), `killed ${moment} step ${step}`).toBe(true);
      if (!died) break;
      deaths += 1;
    }
  await other.close();
  return deaths;
}

/** A dead process answers nothing, or an error of its own; what the other one makes of it is what counts. */
function diedOrRefused(error: unknown) {
  if (error instanceof CallRefused && error.status < 500) throw error;
}
