/** `npm start`: installs, builds and runs Florin from a fresh clone. Ctrl-C stops everything. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildAll } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { findPinnedNode, requireNode } from './launch/pinned-node.mjs';
import { ROOT } from './launch/root.mjs';
import { runServer } from './launch/run-server.mjs';
import { giveUp, say } from './launch/say.mjs';
import { listenForStop } from './launch/stop-request.mjs';

requireNode();
listenForStop();
await install();
const node = findPinnedNode();
await buildAll(node);
say('Starting the server');
const { clean, how } = await runServer(node);
if (!clean) {
  stopOrphanedDatabase();
  giveUp(`The server ended unexpectedly (${how}).`);
}
say('Stopped');

/** Stops PostgreSQL after its server was killed. Does nothing when another server owns the data folder. */
function stopOrphanedDatabase() {
  const script = path.join(ROOT, 'apps/server/src/platform/embedded-postgres/stop-orphan.ts');
  const dataDir = path.resolve(ROOT, process.env.FLORIN_DATA_DIR || '.florin');
  spawnSync(node, [script, dataDir], { stdio: 'ignore', timeout: 60_000 });
}
