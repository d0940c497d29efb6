import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';

const creation = fileURLToPath(new URL('../src/platform/embedded-postgres/cluster.ts', import.meta.url));
const version = createHash('sha256').update(readFileSync(creation)).digest('hex').slice(0, 12);
const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));
/** The copy belongs to one user of the machine. Installing packages, and so a new PostgreSQL, removes the copy. */
const kept = path.join(cache, `unused-cluster-${version}-${process.getuid?.() ?? 0}`);

/**
 * Copies a database cluster that no server has used to `target`. Creating the cluster takes two seconds, so the first
 * run keeps it for later runs. Files of the new cluster are in `folder` until then.
 */
export async function copyUnusedCluster(folder: string, target: string) {
  if (existsSync(kept)) return copyFolder(kept, target);
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'first'), log: () => undefined });
  await postgres.stop();
  copyFolder(postgres.folder, target);
  keep(target);
}

function keep(cluster: string) {
  mkdirSync(cache, { recursive: true });
  const copying = mkdtempSync(`${kept}.new-`);
  copyFolder(cluster, path.join(copying, 'cluster'));
  try {
    renameSync(path.join(copying, 'cluster'), kept);
  } catch {} // another run was faster, and its cluster is as good
  rmSync(copying, { recursive: true });
}

/** Copies a cluster and keeps its owner: as root, PostgreSQL runs as another account. */
export function copyFolder(from: string, to: string) {
  execFileSync('cp', ['-a', from, to]);
}
