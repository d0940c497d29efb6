import { batchLoader } from './batch-loader.ts';

/**
 * A value, its owner, and the time until which it may be cached, by the database's clock. No time means no limit. A value
 * with a co-owner is dropped when either of them changed.
 */
export type Found<Value> = {
  readonly owner: string;
  readonly coOwner?: string;
  readonly value: Value;
  readonly until?: Date | undefined;
};

/** The owners whose cached values are no longer valid, and the database's current time. */
export type Changes = { readonly owners: ReadonlySet<string> | 'everybody'; readonly now: Date };

export type LoaderCache<Value> = {
  /** Returns the current value: never older than the call. */
  readonly load: (key: string) => Promise<Value | undefined>;
  /**
   * Returns the cached value as of the last check for changes, without a query. Returns nothing if the value is not cached,
   * has an expiry time, or was checked more than a second ago. In a request that has loaded anything, the value is never
   * older than the request.
   */
  readonly known: (key: string) => Value | undefined;
};

/**
 * Returns a batch loader with a cache of at most `capacity` values. Each batch checks once which owners changed since the
 * last check, and fetches the missing values.
 */
export function loaderCache<Value>(
  fetchAll: (keys: string[]) => Promise<ReadonlyMap<string, Found<Value>>>,
  readChanges: () => Promise<Changes>,
  { capacity = 20_000, knownForMs = 1_000 } = {},
): LoaderCache<Value> {
  const cache = valueCache<Value>(capacity);
  let checkedAt = Number.NEGATIVE_INFINITY;

  const fetch = async (keys: string[]) => (keys.length > 0 ? fetchAll(keys) : new Map<string, Found<Value>>());
  const load = batchLoader<string, Found<Value>>(async (keys) => {
    const [known, unknown] = [keys.filter(cache.has), keys.filter((key) => !cache.has(key))];
    const began = performance.now();
    // Wait for both, even if one fails: checks must not overlap, and each change is reported only once.
    const [checked, fetched] = await Promise.allSettled([readChanges(), fetch(unknown)]);
    const { owners, now } = settled(checked);
    cache.forget(owners);
    checkedAt = began;
    const found = settled(fetched);
    // A value fetched during the check may be older than a change that the check found: return the value, but do not
    // cache it.
    for (const [key, entry] of found)
      if (owners !== 'everybody' && !ownersOf(entry).some((owner) => owners.has(owner))) cache.set(key, entry);

    const answers = new Map(found);
    const stale = known.filter((key) => {
      const entry = cache.get(key);
      if (!entry || (entry.until && entry.until <= now)) return true;
      answers.set(key, entry);
      return false;
    });
    for (const [key, entry] of await fetch(stale)) {
      cache.set(key, entry);
      answers.set(key, entry);
    }
    return answers;
  });
  return {
    load: async (key) => (await load(key))?.value,
    known: (key) => {
      const entry = performance.now() - checkedAt < knownForMs ? cache.get(key) : undefined;
      return entry?.until === undefined ? entry?.value : undefined;
    },
  };
}

function settled<Result>(result: PromiseSettledResult<Result>): Result {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

const ownersOf = ({ owner, coOwner }: Found<unknown>) =>
  coOwner === undefined || coOwner === owner ? [owner] : [owner, coOwner];

/** A cache by key and owner. When it is full, the least recently used value is dropped. */
function valueCache<Value>(capacity: number) {
  const values = new Map<string, Found<Value>>();
  const keysOf = new Map<string, Set<string>>();

  const drop = (key: string) => {
    const entry = values.get(key);
    values.delete(key);
    if (!entry) return;
    for (const owner of ownersOf(entry)) {
      const keys = keysOf.get(owner);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(owner);
    }
  };
  return {
    has: (key: string) => values.has(key),
    get(key: string) {
      const entry = values.get(key);
      if (!entry) return undefined;
      // A map keeps insertion order, so this moves the value to the end.
      values.delete(key);
      values.set(key, entry);
      return entry;
    },
    set(key: string, entry: Found<Value>) {
      drop(key);
      if (values.size >= capacity) drop(values.keys().next().value ?? key);
      values.set(key, entry);
      for (const owner of ownersOf(entry)) keysOf.set(owner, (keysOf.get(owner) ?? new Set()).add(key));
    },
    forget(owners: ReadonlySet<string> | 'everybody') {
      if (owners === 'everybody') {
        values.clear();
        keysOf.clear();
      } else for (const owner of owners) for (const key of keysOf.get(owner) ?? []) drop(key);
    },
  };
}
