import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Scrolls to the element `id` if the URL has its hash. Waits for `isReady`, because a loading page is too short. */
export function useScrollToHash(id: string, isReady: boolean) {
  const hasHash = useLocation({ select: ({ hash }) => hash === id });
  useEffect(() => {
    if (hasHash && isReady) document.getElementById(id)?.scrollIntoView();
  }, [id, hasHash, isReady]);
}
