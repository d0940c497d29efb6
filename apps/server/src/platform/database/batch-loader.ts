type Batch<Key, Value> = { readonly keys: Set<Key>; readonly fetched: Promise<ReadonlyMap<Key, Value>> };

/**
 * Batches lookups: collects the keys requested during an event-loop turn, or while an earlier fetch is running, and
 * fetches them together. 64 concurrent requests cost one query, and no result is older than its request.
 *
 * @param gatherMs how long a batch waits for further keys after that turn or fetch, in milliseconds
 */
export function batchLoader<Key, Value>(
  fetchAll: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  gatherMs = 0,
): (key: Key) => Promise<Value | undefined> {
  let running: Promise<unknown> | undefined;
  let batch: Batch<Key, Value> | undefined;

  const openBatch = (): Batch<Key, Value> => {
    const keys = new Set<Key>();
    const fetched = nextTurn(running, gatherMs).then(() => {
      batch = undefined;
      return fetchAll([...keys]);
    });
    running = fetched;
    return { keys, fetched };
  };
  return async (key) => {
    batch ??= openBatch();
    batch.keys.add(key);
    return (await batch.fetched).get(key);
  };
}

/** Waits for the end of the running fetch, if any, and of this event-loop turn or the time to gather. */
const nextTurn = (running: Promise<unknown> | undefined, gatherMs: number): Promise<unknown> =>
  new Promise((resolve) => {
    const go = () => (gatherMs > 0 ? setTimeout(resolve, gatherMs) : setImmediate(resolve));
    if (running) running.then(go, go);
    else go();
  });
