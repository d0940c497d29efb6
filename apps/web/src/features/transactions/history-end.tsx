import { useEffect, useRef, useState } from 'react';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { History } from './use-history.ts';
import styles from './transactions.module.css';

/**
 * Fetches the next page when the end of the list comes near the viewport. A search fetches all pages without this
 * component.
 */
export function HistoryEnd({ history }: { history: History }) {
  const { fetched, hasMore, hasMoreFailed, isFetching, isSearching, fetchMore } = history;
  const { ref, isNear } = useIsNearViewport();
  const shouldFetch = isNear && hasMore && !isFetching && !hasMoreFailed;
  useEffect(() => {
    if (shouldFetch) fetchMore();
  }, [shouldFetch, fetched, fetchMore]);
  return (
    <div ref={ref}>
      {hasMoreFailed && <LoadFailed error={history.error} onRetry={fetchMore} retrying={isFetching} />}
      {hasMore && !hasMoreFailed && !isSearching && (
        <output className={`${styles.more} small muted`}>
          <Spinner size={16} />
          Loading older transactions…
        </output>
      )}
    </div>
  );
}

/** Fetches the next page when the end of the list is this far below the viewport. */
const prefetchMargin = '800px';

function useIsNearViewport() {
  const ref = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: prefetchMargin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isNear };
}
