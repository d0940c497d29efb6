import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchDatabase } from './bench-database.ts';
import { startChild } from './child.ts';
import { print } from './figures.ts';

/** Returns a number from the environment, or the default. */
export const setting = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);

export const mainScript = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));

/** Starts the product as a process without demo accounts and rate limits. */
export const startProduct = (
  database: BenchDatabase,
  port: number,
  more: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> =>
  startChild(
    mainScript,
    { DATABASE_URL: database.url, FLORIN_SEED: 'off', FLORIN_RATE_LIMITS: 'off', PORT: String(port), ...more },
    `http://127.0.0.1:${port}/healthz`,
  );

/** Ends every run with a sweep, because figures from wrong books are worthless. */
export async function expectCleanSweep({ ownerPool }: BenchDatabase) {
  const { rows } = await ownerPool.query('select * from ledger.sweep()');
  print(rows.length === 0 ? 'the sweep is clean' : `THE SWEEP FOUND ${JSON.stringify(rows)}`);
  process.exitCode = rows.length === 0 ? 0 : 1;
}
