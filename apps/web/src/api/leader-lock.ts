type LockRequest = { held: boolean; readonly release: () => void };

/**
 * Queues for a lock while the window is visible. Releases the lock when the window is hidden and another window waits.
 * Calls `onLost` after every loss, including when another window steals the lock.
 */
export function competeForLock(name: string, onHeld: () => void, onLost: () => void) {
  let own: LockRequest | undefined;

  const requestLock = (steal: boolean) => {
    const waiting = new AbortController();
    const released = Promise.withResolvers<void>();
    const mine: LockRequest = {
      held: false,
      release: () => {
        waiting.abort();
        released.resolve();
      },
    };
    own = mine;
    const hold = () => {
      if (own !== mine) return undefined;
      mine.held = true;
      onHeld();
      return released.promise;
    };
    // The lock API rejects `steal` together with `signal`.
    const request = navigator.locks.request(name, steal ? { steal } : { signal: waiting.signal }, hold);
    request.catch(() => {
      if (own !== mine) return; // released here
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
  const releaseIfAwaited = async () => {
    const { pending = [] } = await navigator.locks.query();
    if (document.visibilityState === 'hidden' && pending.some((one) => one.name === name)) giveUp();
  };
  const onVisibility = () => {
    if (document.visibilityState === 'visible') {
      if (!own) requestLock(false);
    } else if (own?.held) void releaseIfAwaited();
    else giveUp();
  };
  document.addEventListener('visibilitychange', onVisibility);
  requestLock(false);
  return {
    take: () => {
      giveUp();
      requestLock(true);
    },
    leave: () => {
      document.removeEventListener('visibilitychange', onVisibility);
      giveUp();
    },
  };
}
