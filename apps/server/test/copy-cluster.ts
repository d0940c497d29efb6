import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';

/**
 * Copies a new database cluster into a data folder: initdb would take a second of CPU. Does nothing where DATABASE_URL names
 * the engine of the run, because there is no cluster to copy; the product then creates one.
 */
export function copyCluster(dataDir: string) {
  const { cluster } = inject('postgres');
  if (cluster === undefined) return;
  mkdirSync(dataDir, { recursive: true });
  execFileSync('cp', ['-a', cluster, path.join(dataDir, 'postgres')]); // with its owner
}
