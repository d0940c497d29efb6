import type { OperatorAct } from '@florin/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { Loaded } from './loaded.tsx';
import { operatorActsQuery } from './operations-queries.ts';
import { Section } from './section.tsx';
import { whenExactly } from './when.ts';
import styles from './operations.module.css';

/** Lists operator actions, newest first. Loads older pages on demand. */
export function AuditTrail() {
  const query = useInfiniteQuery(operatorActsQuery);
  return (
    <Section
      id="audit"
      title="Audit trail"
      end={<span className="small muted">append-only, each entry has the hash of the previous one</span>}
    >
      <Loaded query={query}>{({ pages }) => <Acts acts={pages.flatMap(({ items }) => items)} />}</Loaded>
      {query.isFetchNextPageError && (
        <LoadFailed
          reassures={false}
          error={query.error}
          onRetry={() => void query.fetchNextPage()}
          retrying={query.isFetchingNextPage}
        />
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <Button
          size="s"
          variant="quiet"
          className={styles.all}
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading...' : 'Older'}
        </Button>
      )}
    </Section>
  );
}

function Acts({ acts }: { acts: readonly OperatorAct[] }) {
  if (acts.length === 0) return <EmptyState title="Nothing yet">Operator actions appear here.</EmptyState>;
  return (
    <TableScroll label="Operator actions, a table" className={styles.stacked}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Who</th>
          <th scope="col">Did</th>
          <th scope="col">On</th>
          <th scope="col">From</th>
          <th scope="col">Hash</th>
        </tr>
      </thead>
      <tbody>
        {acts.map(({ id, at, who, did, on, ip, hash }) => (
          <tr key={id}>
            <td data-label="Time">
              <time dateTime={at}>{whenExactly(at)}</time>
            </td>
            <td data-label="Who">{who}</td>
            <th scope="row">{did}</th>
            <td data-label="On" className={styles.reason}>
              {on}
            </td>
            <td data-label="From">{ip}</td>
            <td data-label="Hash">
              <span className={styles.hash} title={hash}>
                {shortHash(hash)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </TableScroll>
  );
}

/** `9f2c…41ab` */
const shortHash = (hash: string) => `${hash.slice(0, 4)}…${hash.slice(-4)}`;
