type Gathering<Key, Value> = { readonly keys: Set<Key>; readonly fetched: Promise<ReadonlyMap<Key, Value>> };

/**
 * Gathers what is asked for while an earlier fetch is under way, or during one turn of the event loop, and fetches it at
 * once: 64 requests that arrive together cost one query, and none of them sees anything older than its own arrival.
 */
export function turnLoader<Key, Value>(
  fetchAll: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let underWay: Promise<unknown> | undefined;
  let gathering: Gathering<Key, Value> | undefined;

  const gather = (): Gathering<Key, Value> => {
    const keys = new Set<Key>();
    const fetched = nextTurn(underWay).then(() => {
      gathering = undefined;
      return fetchAll([...keys]);
    });
    underWay = fetched;
    return { keys, fetched };
  };
  return async (key) => {
    gathering ??= gather();
    gathering.keys.add(key);
    return (await gathering.fetched).get(key);
  };
}

/** The end of this turn, or of the fetch under way, however it ends. */
const nextTurn = (underWay: Promise<unknown> | undefined): Promise<unknown> =>
  new Promise((resolve) => {
    const go = () => setImmediate(resolve);
    if (underWay) underWay.then(go, go);
    else go();
  });
