import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { copyFolder } from './unused-cluster.ts';

/**
 * Copies an unused database cluster into a data folder, which saves the second of CPU time that initdb takes. Does
 * nothing if DATABASE_URL names the server of the test run: the product then creates its own cluster.
 */
export function copyCluster(dataDir: string) {
  const { cluster } = inject('postgres');
  if (cluster === undefined) return;
  mkdirSync(dataDir, { recursive: true });
  copyFolder(cluster, path.join(dataDir, 'postgres'));
}
