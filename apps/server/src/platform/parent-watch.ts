/**
 * Calls `onGone` once when the process that started us is gone, however it died: its IPC channel closes, or, where it
 * opened none, another process becomes our parent. Without that nobody would stop the server: SIGTERM to npm ends npm
 * and its shell only, and kill -9 of the launcher ends nothing but the launcher.
 */
export function watchParent(onGone: () => void): void {
  let told = false;
  const tell = (): void => {
    if (told) return;
    told = true;
    clearInterval(poll);
    onGone();
  };
  // Where there is no channel, `ppid` is all there is. Started by init itself, we have no parent to lose.
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (parent > 1 && process.ppid !== parent) tell();
  }, 500);
  poll.unref();
  process.once('disconnect', tell);
  // The channel must not keep a server alive that has closed everything else.
  process.channel?.unref();
  if (process.connected === false) tell(); // it closed before anybody watched
}
