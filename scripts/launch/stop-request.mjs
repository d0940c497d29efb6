import { readFileSync } from 'node:fs';

const parent = process.ppid;
/**
 * The process id of npm, if a shell runs between npm and this script. Otherwise npm is the parent, and npm's own parent
 * may exit.
 */
const grandparent = process.env.npm_lifecycle_event !== undefined && isShell(parent) ? parentOf(parent) : undefined;
let answer = () => process.exit(130);

/**
 * Listens for requests to stop: Ctrl-C, a signal, or the death of the parent. SIGTERM or SIGKILL to `npm start` ends
 * npm and perhaps its shell, but not this script.
 */
export function listenForStop() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => answer(signal));
  if (parent <= 1) return;
  const poll = setInterval(() => {
    if (process.ppid === parent && (grandparent === undefined || parentOf(parent) === grandparent)) return;
    clearInterval(poll);
    answer('its parent process ended');
  }, 250);
  poll.unref();
}

/** Sets the handler of a stop request. Without a handler, the request ends this process and its children. */
export function whenAskedToStop(handler) {
  answer = handler;
}

function parentOf(pid) {
  return /^PPid:\s*(\d+)/m.exec(statusOf(pid))?.[1];
}

function isShell(pid) {
  return /^Name:.*sh$/m.test(statusOf(pid));
}

/** Returns a process's status, or an empty text without /proc. Without /proc, only the parent is watched. */
function statusOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
