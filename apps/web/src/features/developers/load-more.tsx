import { Button } from '../../ui/button.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import styles from './developers.module.css';

type LoadMoreProps = {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => Promise<unknown>;
  };
};

/** The button below a list that has more entries. */
export function LoadMore({ list }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage: busy, isFetchNextPageError: failed, error } = list;
  const more = () => void list.fetchNextPage();
  if (!hasNextPage) return null;
  if (failed) return <LoadFailed error={error} onRetry={more} retrying={busy} />;
  return (
    <div className={styles.more}>
      <Button busy={busy} needsServer onClick={more}>
        {busy ? 'Loading...' : 'Load more'}
      </Button>
    </div>
  );
}
