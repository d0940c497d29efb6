import { useEffect, useRef, useState } from 'react';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { History } from './use-history.ts';

/** Below the list. When it comes near the window the next page is fetched; a search fetches them by itself. */
export function HistoryEnd({ history }: { history: History }) {
  const { fetched, hasMore, hasMoreFailed, isFetching, isSearching, fetchMore } = history;
  const { ref, isNear } = useNearness();
  const isWanted = isNear && hasMore && !isFetching && !hasMoreFailed;
  useEffect(() => {
    if (isWanted) fetchMore();
  }, [isWanted, fetched, fetchMore]);
  return (
    <div ref={ref}>
      {hasMoreFailed && <LoadFailed error={history.error} onRetry={fetchMore} retrying={isFetching} />}
      {hasMore && !hasMoreFailed && !isSearching && (
        <output className="more small muted">
          <Spinner size={16} />
          Loading older transactions…
        </output>
      )}
    </div>
  );
}

/** How far below the window the end of the list may be when the next page is fetched. */
const margin = '800px';

function useNearness() {
  const ref = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: margin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isNear };
}
