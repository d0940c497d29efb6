/**
 * Calls `onGone` once when the parent process has ended, by any cause. The sign is a closed IPC channel or, without a
 * channel, a new parent process id. Without this watch the server would keep running: SIGTERM to npm ends only npm and
 * its shell, and kill -9 ends only the launcher.
 */
export function watchParent(onGone: () => void): void {
  let notified = false;
  const notify = (): void => {
    if (notified) return;
    notified = true;
    clearInterval(poll);
    onGone();
  };
  // Without a channel, only `ppid` shows the end of the parent. A process that init started has no parent to lose.
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (parent > 1 && process.ppid !== parent) notify();
  }, 500);
  poll.unref();
  process.once('disconnect', notify);
  // The channel must not keep the process running when everything else is closed.
  process.channel?.unref();
  if (process.connected === false) notify(); // the channel closed before this call
}
