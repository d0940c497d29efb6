type Standing = { held: boolean; readonly release: () => void };

/**
 * Stands in the line for a lock while the window can be seen, and gives way when it is hidden and another one waits.
 * `onLost` is told of every loss, also of one to a window that took the lock away.
 */
export function standForLock(name: string, onHeld: () => void, onLost: () => void) {
  let own: Standing | undefined;

  const stand = (steal: boolean) => {
    const waiting = new AbortController();
    const kept = Promise.withResolvers<void>();
    const mine: Standing = {
      held: false,
      release: () => {
        waiting.abort();
        kept.resolve();
      },
    };
    own = mine;
    const hold = () => {
      if (own !== mine) return undefined;
      mine.held = true;
      onHeld();
      return kept.promise;
    };
    // A lock that is stolen cannot be waited for as well.
    const asked = navigator.locks.request(name, steal ? { steal } : { signal: waiting.signal }, hold);
    asked.catch(() => {
      if (own !== mine) return; // given up here
      own = undefined;
      onLost();
      onVisibility();
    });
  };
  const giveUp = () => {
    const left = own;
    own = undefined;
    if (left?.held) onLost();
    left?.release();
  };
  const giveWay = async () => {
    const { pending = [] } = await navigator.locks.query();
    if (document.visibilityState === 'hidden' && pending.some((one) => one.name === name)) giveUp();
  };
  const onVisibility = () => {
    if (document.visibilityState === 'visible') {
      if (!own) stand(false);
    } else if (own?.held) void giveWay();
    else giveUp();
  };
  document.addEventListener('visibilitychange', onVisibility);
  stand(false);
  return {
    take: () => {
      giveUp();
      stand(true);
    },
    leave: () => {
      document.removeEventListener('visibilitychange', onVisibility);
      giveUp();
    },
  };
}
