import { turnLoader } from './turn-loader.ts';

/** What is looked up, whose it is, and until when it may be kept (by the database's clock; for ever where it is not said). */
export type Found<Value> = { readonly owner: string; readonly value: Value; readonly until?: Date | undefined };

/** Of whom what was kept no longer holds, and what time it is for the database. */
export type Changes = { readonly owners: ReadonlySet<string> | 'everybody'; readonly now: Date };

export type KeepingLoader<Value> = {
  /** As it is now: no answer is older than the call. */
  readonly load: (key: string) => Promise<Value | undefined>;
  /**
   * As it was at the last look, without asking; none where it is not kept, where it changes by itself in time, or where
   * that look is longer ago than a second. Within a request that has loaded anything, that is no older than the request.
   */
  readonly known: (key: string) => Value | undefined;
};

/**
 * A turn loader that keeps what it found. For each turn it asks once what has changed since it last asked, and fetches
 * what it does not have. Keeps `capacity` values at most.
 */
export function keepingLoader<Value>(
  fetchAll: (keys: string[]) => Promise<ReadonlyMap<string, Found<Value>>>,
  lookForChanges: () => Promise<Changes>,
  { capacity = 20_000, knownForMs = 1_000 } = {},
): KeepingLoader<Value> {
  const kept = keptValues<Value>(capacity);
  let lookedAt = Number.NEGATIVE_INFINITY;

  const fetch = async (keys: string[]) => (keys.length > 0 ? fetchAll(keys) : new Map<string, Found<Value>>());
  const load = turnLoader<string, Found<Value>>(async (keys) => {
    const [known, unknown] = [keys.filter(kept.has), keys.filter((key) => !kept.has(key))];
    const began = performance.now();
    // Both are waited for, whatever becomes of one: looks follow each other, and a change is told only once.
    const [looked, fetched] = await Promise.allSettled([lookForChanges(), fetch(unknown)]);
    const { owners, now } = settled(looked);
    kept.forget(owners);
    lookedAt = began;
    const found = settled(fetched);
    // What was fetched beside the look may be older than a change that the look found: it is an answer, but not kept.
    for (const [key, one] of found) if (owners !== 'everybody' && !owners.has(one.owner)) kept.keep(key, one);

    const answers = new Map(found);
    const stale = known.filter((key) => {
      const one = kept.get(key);
      if (!one || (one.until && one.until <= now)) return true;
      answers.set(key, one);
      return false;
    });
    for (const [key, one] of await fetch(stale)) {
      kept.keep(key, one);
      answers.set(key, one);
    }
    return answers;
  });
  return {
    load: async (key) => (await load(key))?.value,
    known: (key) => {
      const one = performance.now() - lookedAt < knownForMs ? kept.get(key) : undefined;
      return one?.until === undefined ? one?.value : undefined;
    },
  };
}

function settled<Result>(result: PromiseSettledResult<Result>): Result {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** By key, and by whose it is. Where there is no room left, what nobody has asked for the longest goes first. */
function keptValues<Value>(capacity: number) {
  const values = new Map<string, Found<Value>>();
  const keysOf = new Map<string, Set<string>>();

  const drop = (key: string) => {
    const owner = values.get(key)?.owner;
    values.delete(key);
    if (owner === undefined) return;
    const keys = keysOf.get(owner);
    keys?.delete(key);
    if (keys?.size === 0) keysOf.delete(owner);
  };
  return {
    has: (key: string) => values.has(key),
    get(key: string) {
      const one = values.get(key);
      if (!one) return undefined;
      // A map has what was set last at its end.
      values.delete(key);
      values.set(key, one);
      return one;
    },
    keep(key: string, one: Found<Value>) {
      drop(key);
      if (values.size >= capacity) drop(values.keys().next().value ?? key);
      values.set(key, one);
      keysOf.set(one.owner, (keysOf.get(one.owner) ?? new Set()).add(key));
    },
    forget(owners: ReadonlySet<string> | 'everybody') {
      if (owners === 'everybody') {
        values.clear();
        keysOf.clear();
      } else for (const owner of owners) for (const key of keysOf.get(owner) ?? []) drop(key);
    },
  };
}
