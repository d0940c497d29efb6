import type { EventOfMember } from '@florin/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { eventsQuery } from '../../../api/queries-of-developers.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { transactionWhen } from '../../../wallet-ui/transaction-when.ts';
import { LoadMore } from '../load-more.tsx';
import { eventWords } from '../event-words.ts';
import { summaryOf } from './event-summary.ts';
import styles from '../developers.module.css';

/** The events of the account, newest first. */
export function EventLogTab() {
  const log = useInfiniteQuery(eventsQuery);
  const events = log.data?.pages.flatMap((page) => page.events);
  return (
    <section className="ledger" aria-labelledby="event-log">
      <header>
        <h2 id="event-log">Event log</h2>
        <Button size="s" busy={log.isRefetching} needsServer onClick={() => void log.refetch()}>
          Refresh
        </Button>
      </header>
      {events?.length === 0 && (
        <EmptyState title="No events yet">Each change of money and requests in this account appears here.</EmptyState>
      )}
      {events && events.length > 0 && (
        <ol>
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ol>
      )}
      {!events &&
        (log.isError ? (
          <LoadFailed error={log.error} onRetry={() => void log.refetch()} retrying={log.isFetching} />
        ) : (
          <SkeletonRows count={5} />
        ))}
      {events && <LoadMore list={log} />}
    </section>
  );
}

function EventRow({ event }: { event: EventOfMember }) {
  const { sequence, type, timestamp, object } = event;
  return (
    <li className={styles.event}>
      <span className={`small muted ${styles.sequence}`}>{sequence}</span>
      <div className={styles.itemText}>
        <p className={styles.itemTitle}>
          <b className="strong">{eventWords[type]}</b>
          <code className="small muted">{type}</code>
        </p>
        <p className="small muted">
          <bdi>{summaryOf(event)}</bdi>
        </p>
        <p className="small muted">
          <code>{object}</code>
        </p>
      </div>
      <time className={`small muted ${styles.when}`} dateTime={timestamp}>
        {transactionWhen(timestamp)}
      </time>
    </li>
  );
}
