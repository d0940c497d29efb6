import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Whoever is led to a part of the page, as by `/profile#security`, sees it once it is there: while the page loads it is too
 * short for the part to come up to its place.
 */
export function useLedHere(id: string, isThere: boolean) {
  const isLedHere = useLocation({ select: ({ hash }) => hash === id });
  useEffect(() => {
    if (isLedHere && isThere) document.getElementById(id)?.scrollIntoView();
  }, [id, isLedHere, isThere]);
}
