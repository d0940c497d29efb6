/**
 * For what may come in floods and says the same each time. Asked for each: how many were left out since the last one that
 * was let through, or `undefined` where this one is left out too.
 */
export function atMostPerSecond(most: number, now: () => number = Date.now) {
  let second = 0;
  let written = 0;
  let leftOut = 0;
  return (): number | undefined => {
    const current = Math.floor(now() / 1_000);
    if (current !== second) [second, written] = [current, 0];
    if (written >= most) {
      leftOut += 1;
      return undefined;
    }
    const before = leftOut;
    written += 1;
    leftOut = 0;
    return before;
  };
}
