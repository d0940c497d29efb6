import { performance } from 'node:perf_hooks';

/** As many as the kernel keeps waiting. Where that is more than half a second's work the limit finds what is. */
const mostAtOnce = 4_096;
/** One asker's thousands would have everybody wait for all of them, room or not. */
const mostOfOneAsker = 512;
/** Even a database that stands still leaves this much room: what waits here is small, and what comes next is turned away. */
const leastAtOnce = 256;
/** When not even the fastest answer of a window came sooner, a queue stands that does not drain. */
const targetMs = 500;
const windowMs = 250;
const shrinkBy = 0.7;
const growBy = 1.5;

type Bounds = {
  readonly most?: number;
  readonly least?: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
};

/** For the meters. */
export type AdmissionFigures = {
  readonly inFlight: number;
  readonly limit: number;
  readonly shed: number;
};

export type Admission = {
  /** Lets a request in and answers how it leaves again; nothing where it has to be turned away. */
  readonly admit: (key: string) => (() => void) | undefined;
  readonly figures: () => AdmissionFigures;
};

/**
 * Decides at the door which requests are taken on. One asker may have as many under way as there is room left for
 * everybody else (the dynamic threshold that switches share a buffer by: Choudhury and Hahne, 1998): alone half of the
 * limit, two a third each, and none more than 512, so that there is always room for somebody new. The limit falls while
 * the fastest answer of a window is late or nothing is answered at all, and rises again after
 * (docs/decisions/0023-limit-concurrent-requests.md).
 */
export function openAdmission(bounds: Bounds = {}): Admission {
  const { most = mostAtOnce, least = leastAtOnce, now = () => performance.now() } = bounds;
  const underWay = new Map<string, number>();
  let [inFlight, limit, shed] = [0, most, 0];
  let window = { beganAt: now(), fastestMs: Infinity };

  /** Windows end when somebody asks: without requests there is nothing to decide. */
  const adapt = (at: number) => {
    if (at - window.beganAt < windowMs) return;
    const isLate = inFlight >= least && window.fastestMs > targetMs;
    limit = isLate ? Math.max(least, Math.floor(limit * shrinkBy)) : Math.min(most, Math.ceil(limit * growBy));
    window = { beganAt: at, fastestMs: Infinity };
  };

  const leave = (key: string, cameAt: number) => {
    inFlight -= 1;
    const left = (underWay.get(key) ?? 1) - 1;
    if (left > 0) underWay.set(key, left);
    else underWay.delete(key);
    window.fastestMs = Math.min(window.fastestMs, now() - cameAt);
  };

  return {
    admit(key) {
      const cameAt = now();
      adapt(cameAt);
      const own = underWay.get(key) ?? 0;
      // Beside what is left of the limit there is one place for each asker, as long as they are not too many.
      const isFirst = own === 0 && underWay.size < limit && inFlight < most;
      if (own >= Math.min(limit - inFlight, mostOfOneAsker) && !isFirst) {
        shed += 1;
        return undefined;
      }
      underWay.set(key, own + 1);
      inFlight += 1;
      let isIn = true;
      return () => {
        if (isIn) leave(key, cameAt);
        isIn = false;
      };
    },
    figures: () => ({ inFlight, limit, shed }),
  };
}
