import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openRequestsQuery } from '../../api/queries.ts';
import { useConnection } from '../../ui/connection.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import type { Answer } from '../../wallet-ui/payment-request/answer-dialog.tsx';
import { IncomingRequest } from '../../wallet-ui/payment-request/incoming-request.tsx';
import { RequestAnswer } from '../../wallet-ui/payment-request/request-answer.tsx';
import styles from './send.module.css';

/** Lists the member's incoming requests. Shows nothing without requests and while offline. */
export function WaitingRequests() {
  const { data: requests, isLoadingError, error, isFetching, refetch } = useQuery(openRequestsQuery);
  const { online } = useConnection();
  const [answer, setAnswer] = useState<Answer | null>();
  const incoming = requests?.filter(({ direction }) => direction === 'incoming') ?? [];
  return (
    <>
      {(incoming.length > 0 || (isLoadingError && online)) && (
        <section className={styles.ask} aria-labelledby="waiting-for-you">
          <header className="rule-head">
            <h2 id="waiting-for-you">Waiting for you</h2>
            {requests && (
              <span className="small muted">{incoming.length === 1 ? '1 request' : `${incoming.length} requests`}</span>
            )}
          </header>
          {requests ? (
            incoming.map((request) => <IncomingRequest key={request.id} request={request} onAnswer={setAnswer} />)
          ) : (
            <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
          )}
        </section>
      )}
      <RequestAnswer answer={answer} onClose={() => setAnswer(null)} />
    </>
  );
}
