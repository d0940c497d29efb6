/**
 * Limits how many log lines are written per second. Call the returned function before each line. The function returns
 * how many lines were dropped since the last written line, or `undefined` if this line must be dropped too.
 */
export function logRateLimit(max: number, now: () => number = Date.now) {
  let second = 0;
  let written = 0;
  let dropped = 0;
  return (): number | undefined => {
    const current = Math.floor(now() / 1_000);
    if (current !== second) [second, written] = [current, 0];
    if (written >= max) {
      dropped += 1;
      return undefined;
    }
    const droppedBefore = dropped;
    written += 1;
    dropped = 0;
    return droppedBefore;
  };
}
