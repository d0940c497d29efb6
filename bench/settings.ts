import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchDatabase } from './bench-database.ts';
import { startChild } from './child.ts';
import { print } from './figures.ts';

/** A number from the environment. */
export const setting = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);

export const mainScript = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));

/** The product as a process of its own, without the sandbox's cast and without the limits on how often one may ask. */
export const startProduct = (database: BenchDatabase, port: number): Promise<ChildProcess> =>
  startChild(
    mainScript,
    { DATABASE_URL: database.url, FLORIN_SEED: 'off', FLORIN_RATE_LIMITS: 'off', PORT: String(port) },
    `http://127.0.0.1:${port}/healthz`,
  );

/** What every run ends with: figures of books that do not add up are worth nothing. */
export async function expectCleanSweep({ ownerPool }: BenchDatabase) {
  const { rows } = await ownerPool.query('select * from ledger.sweep()');
  print(rows.length === 0 ? 'the sweep is clean' : `THE SWEEP FOUND ${JSON.stringify(rows)}`);
  process.exitCode = rows.length === 0 ? 0 : 1;
}
