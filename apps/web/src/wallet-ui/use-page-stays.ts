import { useRouter } from '@tanstack/react-router';

/**
 * Tracks whether the member stays on the page during a request. Call the returned function at the start of the request,
 * and call the function's result at the end. The result is true if no navigation to another path happened. The mount
 * state does not show this, because the form of a holding unmounts after a full sale.
 */
export function usePageStays(): () => () => boolean {
  const router = useRouter();
  return () => {
    let stays = true;
    const stop = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (!pathChanged) return;
      stays = false;
      stop();
    });
    return () => stays;
  };
}
