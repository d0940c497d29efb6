/** The pauses after the first, second and further failed attempts of a delivery, in seconds. The last pause repeats. */
const pauses = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800] as const;
const jitter = 0.2;

/** The time during which a delivery is tried. */
export const retryDays = 3;
/** A receiver cannot ask for a longer pause. */
const maxRetryAfterSeconds = 24 * 3_600;

/**
 * The pauses of a webhook after consecutive failures. After a pause, the webhook gets one delivery at a time until a
 * delivery succeeds.
 */
const webhookPauses = [5, 20, 60, 180, 600] as const;

/**
 * Returns the seconds until a delivery is tried again. A random deviation spreads deliveries that failed together.
 *
 * @param attempts the failed ones, at least 1
 */
export function retrySeconds(attempts: number, retryAfterSeconds = 0, random = Math.random()): number {
  const pause = at(pauses, attempts - 1) * (1 - jitter + 2 * jitter * random);
  return Math.max(pause, Math.min(retryAfterSeconds, maxRetryAfterSeconds));
}

/** Returns the pauses of a webhook by the number of consecutive failures, starting with 1. */
export const webhookPauseSeconds = (retryAfterSeconds = 0): number[] =>
  webhookPauses.map((pause) => Math.max(pause, Math.min(retryAfterSeconds, maxRetryAfterSeconds)));

const at = (list: readonly number[], place: number): number => list[Math.min(place, list.length - 1)] ?? 0;
