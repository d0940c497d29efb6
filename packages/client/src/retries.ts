/** Retries per call, unless the caller chooses another number. */
export const usualRetries = 4;
/** A call fails immediately if the server asks for a longer wait, in seconds. */
const longestRetryAfter = 60;
const firstPause = 500;
const longestPause = 8_000;

/** Returns the seconds that the response asks to wait, at least 0. Undefined without a valid `Retry-After`. */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const until = Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.max(0, (until - now) / 1_000);
}

/**
 * Returns the milliseconds before the next attempt, or undefined without a next attempt. The pause doubles from 0.5 to
 * 8 seconds, minus a random part of up to half. The pause is never shorter than the wait that the server asked for.
 */
export function pauseBefore(
  attempt: number,
  { retries, retryAfterSeconds = 0 }: { retries: number; retryAfterSeconds?: number | undefined },
): number | undefined {
  if (attempt > retries || retryAfterSeconds > longestRetryAfter) return undefined;
  const pause = Math.min(longestPause, firstPause * 2 ** (attempt - 1));
  return retryAfterSeconds * 1_000 + pause * (1 - Math.random() / 2);
}

/** Waits. @throws the signal's reason as soon as it aborts */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error('The call was aborted.', { cause: reason });
}
