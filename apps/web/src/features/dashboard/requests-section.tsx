import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openRequestsQuery } from '../../api/queries.ts';
import { useConnection } from '../../ui/connection.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import type { Answer } from '../../wallet-ui/payment-request/answer-dialog.tsx';
import { IncomingRequest } from '../../wallet-ui/payment-request/incoming-request.tsx';
import { RequestAnswer } from '../../wallet-ui/payment-request/request-answer.tsx';
import styles from './dashboard.module.css';

/** Lists incoming payment requests. Renders nothing without requests, or while the browser is offline. */
export function RequestsSection() {
  const { data, isError, error, isFetching, refetch } = useQuery(openRequestsQuery);
  const { online } = useConnection();
  const [answer, setAnswer] = useState<Answer | null>();
  const incoming = data?.filter(({ direction }) => direction === 'incoming') ?? [];
  if (!data && isError && online)
    return (
      <section className={styles.requests} aria-label="Requests">
        <LoadFailed
          message="Could not load the requests"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </section>
    );
  return (
    <>
      {incoming.length > 0 && (
        <section className={styles.requests} aria-label="Requests">
          {incoming.map((request) => (
            <IncomingRequest key={request.id} request={request} onAnswer={setAnswer} />
          ))}
        </section>
      )}
      <RequestAnswer answer={answer} onClose={() => setAnswer(null)} />
    </>
  );
}
