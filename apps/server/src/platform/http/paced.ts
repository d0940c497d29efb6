type Pace = {
  readonly perSecond: number;
  /** How often what waits is looked at. */
  readonly turnMs: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
};

/** Lets work through no faster than that, the oldest first; what comes while there is room goes at once. */
export function paced({ perSecond, turnMs, now = () => performance.now() }: Pace) {
  const burst = (perSecond * turnMs) / 1_000;
  const waiting: (() => void)[] = [];
  let [room, turnAt, timer] = [burst, now(), undefined as NodeJS.Timeout | undefined];

  const turn = () => {
    const at = now();
    // A late event loop catches up on some of it, and never on all: it is late because there is too much to do.
    room = Math.min(room + ((at - turnAt) * perSecond) / 1_000, burst * mostTurnsAtOnce);
    turnAt = at;
    const next = waiting.splice(0, room);
    room -= next.length;
    for (const work of next) work();
    if (room < burst) return;
    clearInterval(timer);
    timer = undefined;
  };

  return (work: () => void) => {
    if (!timer) {
      [room, turnAt] = [burst, now()];
      timer = setInterval(turn, turnMs).unref();
    }
    if (room < 1) return void waiting.push(work);
    room -= 1;
    work();
  };
}

const mostTurnsAtOnce = 5;
