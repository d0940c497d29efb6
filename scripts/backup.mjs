/** `npm run backup -- <file>`: all that is in the database at one moment, beside a running server or without one. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { install } from './launch/install.mjs';
import { findPinnedNode, requireNode } from './launch/pinned-node.mjs';
import { ROOT } from './launch/root.mjs';

requireNode();
await install();
const script = path.join(ROOT, 'apps/server/src/backup-cli.ts');
const { status } = spawnSync(findPinnedNode(), [script, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
process.exitCode = status ?? 1;
