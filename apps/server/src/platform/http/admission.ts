import { performance } from 'node:perf_hooks';

/** The length of the kernel's connection queue. If the queue is more than half a second of work, the limit falls. */
const maxLimit = 4_096;
/** The maximum per caller, even with free capacity: otherwise everyone would wait for thousands of requests of one caller. */
const maxPerCaller = 512;
/** The minimum limit, even for a stalled database: waiting requests need little memory, and further ones are rejected. */
const minLimit = 256;
/** If even the fastest response of a window took longer, the queue is not draining. */
const targetMs = 500;
const windowMs = 250;
const shrinkBy = 0.7;
const growBy = 1.5;

type Bounds = {
  readonly maximum?: number;
  readonly minimum?: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
};

/** The values for the metrics. */
export type AdmissionFigures = {
  readonly inFlight: number;
  readonly limit: number;
  readonly shed: number;
};

export type Admission = {
  /** Admits a request and returns the function that ends it, or returns nothing if the request must be rejected. */
  readonly admit: (key: string) => (() => void) | undefined;
  readonly figures: () => AdmissionFigures;
};

/**
 * Decides which requests are admitted. A caller may have as many requests in progress as the server has free slots,
 * like the dynamic threshold of shared switch buffers (Choudhury and Hahne, 1998). One caller alone gets half of the
 * limit, and two callers get a third each. No caller gets more than 512, so there is always room for a new caller. The
 * limit falls while the fastest response of a window is slow or no request ends, and rises again afterwards
 * (docs/decisions/0023-limit-concurrent-requests.md).
 */
export function openAdmission(bounds: Bounds = {}): Admission {
  const { maximum = maxLimit, minimum = minLimit, now = () => performance.now() } = bounds;
  const perCaller = new Map<string, number>();
  let [inFlight, limit, shed] = [0, maximum, 0];
  let window = { beganAt: now(), fastestMs: Infinity };

  /** Closes the window when a request arrives. Without requests there is nothing to decide. */
  const adapt = (at: number) => {
    if (at - window.beganAt < windowMs) return;
    const isLate = inFlight >= minimum && window.fastestMs > targetMs;
    limit = isLate ? Math.max(minimum, Math.floor(limit * shrinkBy)) : Math.min(maximum, Math.ceil(limit * growBy));
    window = { beganAt: at, fastestMs: Infinity };
  };

  const leave = (key: string, arrivedAt: number) => {
    inFlight -= 1;
    const left = (perCaller.get(key) ?? 1) - 1;
    if (left > 0) perCaller.set(key, left);
    else perCaller.delete(key);
    window.fastestMs = Math.min(window.fastestMs, now() - arrivedAt);
  };

  return {
    admit(key) {
      const arrivedAt = now();
      adapt(arrivedAt);
      const own = perCaller.get(key) ?? 0;
      // Beyond the free slots, each caller gets one request, unless there are too many callers.
      const isFirst = own === 0 && perCaller.size < limit && inFlight < maximum;
      if (own >= Math.min(limit - inFlight, maxPerCaller) && !isFirst) {
        shed += 1;
        return undefined;
      }
      perCaller.set(key, own + 1);
      inFlight += 1;
      let isAdmitted = true;
      return () => {
        if (isAdmitted) leave(key, arrivedAt);
        isAdmitted = false;
      };
    },
    figures: () => ({ inFlight, limit, shed }),
  };
}
