import { useRouter } from '@tanstack/react-router';

/**
 * Asked when something begins that takes a while; what it gives says at its end whether the reader is still on the page.
 * Not whether a component is still there: a form may go by itself, as that of a holding that was sold whole. Who has come
 * back to the page has begun anew.
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
