import { readFileSync } from 'node:fs';

const parent = process.ppid;
const grandparent = process.env.npm_lifecycle_event === undefined ? undefined : parentOf(parent);
let answer = () => process.exit(130);

/**
 * Listens from now on for whatever asks us to stop: Ctrl-C, a signal, or the death of whoever started us. SIGTERM or
 * SIGKILL to `npm start` ends npm, and perhaps the shell it put between, but not this script.
 */
export function listenForStop() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => answer(signal));
  if (parent <= 1) return;
  const poll = setInterval(() => {
    if (process.ppid === parent && (grandparent === undefined || parentOf(parent) === grandparent)) return;
    clearInterval(poll);
    answer('whoever started this is gone');
  }, 250);
  poll.unref();
}

/** Until this is called, being asked to stop ends the program, and with it what it runs. */
export function whenAskedToStop(handler) {
  answer = handler;
}

/** Where there is no /proc, nobody's: then only the parent itself is watched. */
function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
