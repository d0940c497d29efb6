import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { install } from './install.mjs';
import { findPinnedNode, requireNode } from './pinned-node.mjs';
import { ROOT } from './root.mjs';

/** Runs one of the server's commands with the arguments and the exit code of this process. */
export async function runCommand(file) {
  requireNode();
  await install();
  const script = path.join(ROOT, 'apps/server/src', file);
  const { status } = spawnSync(findPinnedNode(), [script, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
