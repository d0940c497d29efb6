import { spawn } from 'node:child_process';
import path from 'node:path';
import { pinnedEnvironment } from './pinned-node.mjs';
import { ROOT } from './root.mjs';
import { say } from './say.mjs';
import { whenAskedToStop } from './stop-request.mjs';

// npm also forwards Ctrl-C. A second Ctrl-C within this time counts as the same Ctrl-C.
const ECHO_MS = 1_000;
/**
 * Puts Node's own code on large pages if the system has large pages (docs/decisions/0047). Prints no message on other
 * systems.
 */
const NODE_FLAGS = ['--use-largepages=silent'];
/** Time to stop, in addition to the drain time in which the server still answers. */
const STOP_TIMEOUT_MS = 60_000;

/**
 * Runs the server until its end and returns the result. The server stops after a request, or when its IPC channel
 * closes because this process is gone.
 */
export async function runServer(node) {
  const child = spawn(node, [...NODE_FLAGS, path.join(ROOT, 'apps/server/dist/main.js')], {
    cwd: ROOT,
    env: pinnedEnvironment(node),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // The server is not in the terminal's process group, because this process receives Ctrl-C and forwards it once.
    detached: true,
  });
  let askedAt;
  const force = () => {
    say('Killing the server');
    child.kill('SIGKILL');
  };
  whenAskedToStop((reason) => {
    if (askedAt === undefined) {
      askedAt = Date.now();
      say(`Stopping (${reason})`);
      // Only SIGTERM drains the server. After Ctrl-C at a terminal, the server stops without delay.
      child.kill(reason === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
      setTimeout(force, STOP_TIMEOUT_MS + drainMs()).unref();
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
