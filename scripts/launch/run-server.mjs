import { spawn } from 'node:child_process';
import path from 'node:path';
import { pinnedEnvironment } from './pinned-node.mjs';
import { ROOT } from './root.mjs';
import { say } from './say.mjs';
import { whenAskedToStop } from './stop-request.mjs';

// npm passes Ctrl-C on as well; what comes within this time is the same Ctrl-C.
const ECHO_MS = 1_000;
/** Its own code on large pages, where the system has any (docs/decisions/0047); said to nobody where it has none. */
const NODE_FLAGS = ['--use-largepages=silent'];
/** After the time in which it goes on answering, so that everybody goes elsewhere. */
const PATIENCE_MS = 60_000;

/**
 * Runs the server until it ends and answers how. The server stops when it is told to, or when it sees that we are
 * gone: its IPC channel closes then.
 */
export async function runServer(node) {
  const child = spawn(node, [...NODE_FLAGS, path.join(ROOT, 'apps/server/dist/main.js')], {
    cwd: ROOT,
    env: pinnedEnvironment(node),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Out of the terminal's process group: Ctrl-C comes to us, and the server hears of it once, from us.
    detached: true,
  });
  let askedAt;
  const force = () => {
    say('Stopping by force');
    child.kill('SIGKILL');
  };
  whenAskedToStop((reason) => {
    if (askedAt === undefined) {
      askedAt = Date.now();
      say(`Stopping (${reason})`);
      // Only SIGTERM has it go on answering for a while: a person at a terminal does not want to wait.
      child.kill(reason === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
      setTimeout(force, PATIENCE_MS + drainMs()).unref();
    } else if (reason === 'SIGINT' && Date.now() - askedAt > ECHO_MS) {
      force();
    }
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ clean: false, how: error.message }));
    child.once('exit', (code, signal) => resolve({ clean: code === 0, how: signal ?? `exit code ${code}` }));
  });
}

const drainMs = () => 1_000 * (Number(process.env.FLORIN_DRAIN_SECONDS) || 0);
