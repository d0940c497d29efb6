/** So many messages are under way at once from this node … */
const mostUnderWay = 40;
/** … of them so many to one push service, and one where its last answer was slow or it has given none. */
const mostPerService = 10;
const promptMs = 2_000;
/** Members choose the services: of so many it is known that they answer. */
const kept = 1_000;

export type PushSlots = ReturnType<typeof pushSlots>;

/**
 * Who may be waited for. Whoever has subscriptions at a service that answers nobody takes little from the others: it has
 * one slot, and one that answered until now has a quarter of all.
 */
export function pushSlots() {
  const underWay = new Map<string, number>();
  /** The last to answer is the last in it. */
  const prompt = new Set<string>();

  const count = (service: string, more: 1 | -1) => {
    const left = (underWay.get(service) ?? 0) + more;
    if (left > 0) underWay.set(service, left);
    else underWay.delete(service);
  };
  const note = (service: string, tookMs: number) => {
    prompt.delete(service);
    if (tookMs <= promptMs) prompt.add(service);
    for (const oldest of prompt) {
      if (prompt.size <= kept) break;
      prompt.delete(oldest);
    }
  };

  return {
    free: (): number => mostUnderWay - [...underWay.values()].reduce((sum, each) => sum + each, 0),

    /** How many more may be posted to each service now; to one that is not named, one. */
    room: (): ReadonlyMap<string, number> =>
      new Map(
        [...prompt, ...underWay.keys()].map((service) => [
          service,
          Math.max(0, (prompt.has(service) ? mostPerService : 1) - (underWay.get(service) ?? 0)),
        ]),
      ),

    /** Takes a slot for as long as the post takes. */
    async during<Answer>(service: string, post: () => Promise<Answer>): Promise<Answer> {
      const began = performance.now();
      count(service, 1);
      try {
        return await post();
      } finally {
        count(service, -1);
        note(service, performance.now() - began);
      }
    },
  };
}
