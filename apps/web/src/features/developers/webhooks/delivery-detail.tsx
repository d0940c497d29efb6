import { endpoints, type WebhookAttempt, type WebhookDelivery } from '@florin/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { deliveryQuery, webhooksQuery } from '../../../api/queries-of-developers.ts';
import { troubleText } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { momentText } from '../../../wallet-ui/day-text.ts';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { transactionWhen } from '../../../wallet-ui/transaction-when.ts';
import styles from '../developers.module.css';

type DeliveryDetailProps = { delivery: WebhookDelivery; canReplay: boolean };

export function DeliveryDetail({ delivery: { id }, canReplay }: DeliveryDetailProps) {
  const queryClient = useQueryClient();
  const { data, isError, error, isFetching, refetch } = useQuery(deliveryQuery(id));
  const replaying = useCommand({
    call: () => api.call(endpoints.replayDelivery, { params: { id } }),
    onDone: () => toast.success('The event is delivered again'),
    onFailed: (failure) => toast.error(troubleText(failure)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  if (!data)
    return isError ? (
      <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <SkeletonRows count={1} />
    );
  const { delivery, event, attempts } = data;
  return (
    <div className={styles.detail}>
      <div className={styles.detailHead}>
        <p className="small muted">
          {delivery.next_attempt_at === null
            ? `Event ${event.sequence}`
            : `Next attempt: ${momentText(delivery.next_attempt_at)}`}
        </p>
        <Button
          size="s"
          busy={replaying.busy}
          needsServer
          disabled={!canReplay}
          onClick={() => replaying.run(undefined)}
        >
          Replay
        </Button>
      </div>
      <Code label="Request" text={JSON.stringify(event, null, 2)} />
      {attempts.length === 0 && <p className="small muted">No attempt yet.</p>}
      <ol>
        {attempts.map((attempt) => (
          <Attempt key={attempt.at} attempt={attempt} />
        ))}
      </ol>
    </div>
  );
}

function Attempt({ attempt: { at, took_ms: ms, url, status, error, answer } }: { attempt: WebhookAttempt }) {
  return (
    <li className={styles.attempt}>
      <p className="small">
        <b className="strong">{status === null ? 'No answer' : `Answer ${status}`}</b>{' '}
        <span className="muted">
          {transactionWhen(at)} · {ms} ms
        </span>
      </p>
      <p className={`small muted ${styles.breaks}`}>POST {url}</p>
      {error !== null && <p className={`small ${styles.breaks}`}>{error}</p>}
      {answer !== '' && <Code label="Answer" text={answer} />}
    </li>
  );
}

/** Keyboard users must be able to focus a scrolling area. */
const focusable = 0;

function Code({ label, text }: { label: string; text: string }) {
  return (
    <section className={styles.code} aria-label={label} tabIndex={focusable}>
      <pre translate="no">{text}</pre>
    </section>
  );
}
