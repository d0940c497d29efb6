/** The maximum number of concurrent posts from this node. */
const maxActive = 40;
/** The maximum per service. A slow or unknown service has one slot. */
const maxPerService = 10;
const promptMs = 2_000;
/** Members choose the services, so the set of prompt services needs a bound. */
const maxPrompt = 1_000;

export type PostSlots = ReturnType<typeof postSlots>;

/**
 * Limits concurrent posts per push service or webhook, so that services that never answer cannot use all slots. A service has one
 * slot, or a quarter of all slots after a prompt answer.
 */
export function postSlots() {
  const active = new Map<string, number>();
  /** The services that answered promptly, in the order of their latest answers. */
  const prompt = new Set<string>();

  const count = (service: string, more: 1 | -1) => {
    const left = (active.get(service) ?? 0) + more;
    if (left > 0) active.set(service, left);
    else active.delete(service);
  };
  const record = (service: string, tookMs: number) => {
    prompt.delete(service);
    if (tookMs <= promptMs) prompt.add(service);
    for (const oldest of prompt) {
      if (prompt.size <= maxPrompt) break;
      prompt.delete(oldest);
    }
  };

  /** Holds a slot until the work is finished. */
  const hold = async <Result>(service: string, work: () => Promise<Result>): Promise<Result> => {
    count(service, 1);
    try {
      return await work();
    } finally {
      count(service, -1);
    }
  };
  /** Makes a post and records how long it took. */
  const timed = async <Answer>(service: string, post: () => Promise<Answer>): Promise<Answer> => {
    const began = performance.now();
    return post().finally(() => record(service, performance.now() - began));
  };

  return {
    free: (): number => maxActive - [...active.values()].reduce((sum, each) => sum + each, 0),

    /**
     * Returns each service's free slots. A service that is not listed has one slot; a listed service with free slots is
     * prompt.
     */
    room: (): ReadonlyMap<string, number> =>
      new Map(
        [...prompt, ...active.keys()].map((service) => [
          service,
          Math.max(0, (prompt.has(service) ? maxPerService : 1) - (active.get(service) ?? 0)),
        ]),
      ),

    isPrompt: (service: string): boolean => prompt.has(service),
    hold,
    timed,
    /** Holds a slot for one post. */
    during: <Answer>(service: string, post: () => Promise<Answer>): Promise<Answer> =>
      hold(service, () => timed(service, post)),
  };
}
