/** `npm run rotate-master-key`: seals everything under a new master key while servers run that have both. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { install } from './launch/install.mjs';
import { findPinnedNode, requireNode } from './launch/pinned-node.mjs';
import { ROOT } from './launch/root.mjs';

requireNode();
await install();
const script = path.join(ROOT, 'apps/server/src/rotate-master-key-cli.ts');
const { status } = spawnSync(findPinnedNode(), [script, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
process.exitCode = status ?? 1;
