import { readFileSync } from 'node:fs';

const parent = process.ppid;
/** npm, where its shell stands between. A shell that has made room for us leaves npm as our parent, whose own may go. */
const grandparent = process.env.npm_lifecycle_event !== undefined && isShell(parent) ? parentOf(parent) : undefined;
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

function parentOf(pid) {
  return /^PPid:\s*(\d+)/m.exec(statusOf(pid))?.[1];
}

function isShell(pid) {
  return /^Name:.*sh$/m.test(statusOf(pid));
}

/** Where there is no /proc, nothing is known of it: then only the parent itself is watched. */
function statusOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
