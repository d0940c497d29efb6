type RateLimit = {
  readonly perSecond: number;
  /** The interval at which waiting work is started. */
  readonly intervalMs: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
};

/** Returns a rate limiter that delays work instead of rejecting it. Work within the limit runs immediately, in order. */
export function delayingRateLimit({ perSecond, intervalMs, now = () => performance.now() }: RateLimit) {
  const burst = (perSecond * intervalMs) / 1_000;
  const waiting: (() => void)[] = [];
  let [tokens, refilledAt, timer] = [burst, now(), undefined as NodeJS.Timeout | undefined];

  const refill = () => {
    const at = now();
    // After a delay of the event loop, run only part of the missed work: the process is already overloaded.
    tokens = Math.min(tokens + ((at - refilledAt) * perSecond) / 1_000, burst * maxIntervalsAtOnce);
    refilledAt = at;
    const next = waiting.splice(0, tokens);
    tokens -= next.length;
    for (const work of next) work();
    if (tokens < burst) return;
    clearInterval(timer);
    timer = undefined;
  };

  return (work: () => void) => {
    if (!timer) {
      [tokens, refilledAt] = [burst, now()];
      timer = setInterval(refill, intervalMs).unref();
    }
    if (tokens < 1) return void waiting.push(work);
    tokens -= 1;
    work();
  };
}

const maxIntervalsAtOnce = 5;
