/** `npm run build`: builds the web app and the server, for starting apps/server/dist/main.js without npm. */
import { buildAll } from './launch/build.mjs';
import { findPinnedNode, linkPinnedNode, requireNode } from './launch/pinned-node.mjs';
import { listenForStop } from './launch/stop-request.mjs';

requireNode();
listenForStop();
const node = findPinnedNode();
linkPinnedNode(node);
await buildAll(node);
