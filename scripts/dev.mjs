/** `npm run dev`: runs the server with restarts on changes, and Vite with hot reload on port 5173. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { install } from './launch/install.mjs';
import { findPinnedNode, pinnedEnvironment, requireNode } from './launch/pinned-node.mjs';
import { ROOT } from './launch/root.mjs';
import { listenForStop, whenAskedToStop } from './launch/stop-request.mjs';
import { toolScript } from './launch/tools.mjs';

const WEB = path.join(ROOT, 'apps/web');

requireNode();
listenForStop();
await install();
const node = findPinnedNode();
const options = { env: pinnedEnvironment(node), stdio: 'inherit', detached: true };
const server = spawn(node, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  ...options,
  cwd: ROOT,
});
const web = spawn(node, [toolScript('vite', 'vite', WEB)], { ...options, cwd: WEB });
const stop = () => [server, web].forEach((child) => child.kill('SIGTERM'));
whenAskedToStop(stop);
for (const child of [server, web]) child.once('exit', stop);
