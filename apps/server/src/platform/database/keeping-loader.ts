import { turnLoader } from './turn-loader.ts';

/** What is looked up, whose it is, and until when it may be kept (by the database's clock; for ever where it is not said). */
export type Found<Value> = { readonly owner: string; readonly value: Value; readonly until?: Date | undefined };

/** Of whom what was kept no longer holds, and what time it is for the database. */
export type Changes = { readonly owners: ReadonlySet<string> | 'everybody'; readonly now: Date };

/**
 * A turn loader that keeps what it found. For each turn it asks once what has changed since it last asked, so that no
 * answer is older than the call, and fetches what it does not have. Keeps `capacity` values at most.
 */
export function keepingLoader<Value>(
  fetchAll: (keys: string[]) => Promise<ReadonlyMap<string, Found<Value>>>,
  lookForChanges: () => Promise<Changes>,
  capacity = 20_000,
): (key: string) => Promise<Value | undefined> {
  const kept = keptValues<Value>(capacity);

  const load = turnLoader<string, Found<Value>>(async (keys) => {
    const known = keys.filter((key) => kept.get(key));
    const fetch = (wanted: string[]) => (wanted.length > 0 ? fetchAll(wanted) : Promise.resolve(new Map()));
    const [{ owners, now }, found] = await Promise.all([
      lookForChanges(),
      fetch(known.length > 0 ? keys.filter((key) => !kept.get(key)) : keys),
    ]);
    kept.forget(owners);
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
  return async (key) => (await load(key))?.value;
}

/** By key, and by whose it is. Where there is no room left, what was kept first goes first. */
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
    get: (key: string) => values.get(key),
    keep(key: string, one: Found<Value>) {
      drop(key);
      const [first] = values.keys();
      if (values.size >= capacity && first !== undefined) drop(first);
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
