/** A window that is hidden for so long gives back what it has of the connections that all windows of a browser share. */
export const hiddenForMs = 30_000;

/**
 * Runs `begin` while somebody may be looking at the window, and what it returned when nobody is: after it was hidden for
 * a while, as the browser freezes it, or as it is put aside for the way back. Returns the way to end both.
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
