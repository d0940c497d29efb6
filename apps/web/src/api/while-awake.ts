/** A window hidden for this long releases its share of the browser's connections. */
export const hiddenForMs = 30_000;

/**
 * Runs `begin` while the window is in use. Runs the function that `begin` returned after the window was hidden for 30
 * seconds, frozen, or moved to the back/forward cache. Returns a stop function.
 */
export function whileAwake(begin: () => () => void): () => void {
  let end: (() => void) | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const sleep = () => {
    clearTimeout(hiding);
    end?.();
    end = undefined;
  };
  const wake = () => {
    clearTimeout(hiding);
    if (isHidden()) hiding = setTimeout(sleep, hiddenForMs);
    end ??= begin();
  };
  const onVisibility = () => {
    clearTimeout(hiding);
    if (!isHidden()) wake();
    else if (end) hiding = setTimeout(sleep, hiddenForMs);
  };
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && wake();

  document.addEventListener('visibilitychange', onVisibility);
  document.addEventListener('freeze', sleep);
  document.addEventListener('resume', onVisibility);
  addEventListener('pagehide', sleep);
  addEventListener('pageshow', onShow);
  wake();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    document.removeEventListener('freeze', sleep);
    document.removeEventListener('resume', onVisibility);
    removeEventListener('pagehide', sleep);
    removeEventListener('pageshow', onShow);
    sleep();
  };
}

const isHidden = () => document.visibilityState === 'hidden';
