import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';

/**
 * Puts a new database into a data folder: a copy of one that the product has made, because to make one takes a second of
 * CPU. Where the run has no engine of its own there is none to copy, and the product makes it.
 */
export function copyCluster(dataDir: string) {
  const { cluster } = inject('postgres');
  if (cluster === undefined) return;
  mkdirSync(dataDir, { recursive: true });
  execFileSync('cp', ['-a', cluster, path.join(dataDir, 'postgres')]); // with its owner
}
