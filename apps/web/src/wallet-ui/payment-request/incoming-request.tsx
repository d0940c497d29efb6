import './payment-request.css';
import type { PaymentRequest } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { useMay } from '../../api/may.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useOfflineLine } from '../../ui/offline-line.tsx';
import { preloadHandlers } from '../../ui/load-on-demand.tsx';
import { AmountText } from '../amount-text.tsx';
import type { Answer } from './answer-dialog.tsx';
import { AnswerDialog } from './request-answer.tsx';
import { daysLeftText, partyName, requestTitle, sumOfRequest } from './request-words.ts';
import styles from './payment-request.module.css';

type IncomingRequestProps = { request: PaymentRequest; onAnswer: (answer: Answer) => void };

/** A request from another person, with buttons to pay or decline. Each button opens a dialog. */
export function IncomingRequest({ request, onAnswer }: IncomingRequestProps) {
  const name = partyName(request.requester);
  const { amount, total } = sumOfRequest(request);
  const { reasonId, line } = useOfflineLine();
  const pays = useMay('pay');
  return (
    <div className="request-place">
      <article className={`sheet ${styles.request}`} aria-label={requestTitle(request)}>
        <Avatar name={name} />
        <div className={styles.person}>
          <h3>
            <bdi>{name}</bdi> requests money
          </h3>
          <p className="small muted">
            <Facts facts={[request.note, daysLeftText(request.expires_at)]} />
          </p>
        </div>
        <p className="figure">
          <AmountText amount={amount} />
        </p>
        {pays && (
          <div {...preloadHandlers(AnswerDialog)} className="ask-act">
            <Button variant="primary" reasonId={reasonId} onClick={() => onAnswer({ how: 'pay', request })}>
              Pay {formatAmount(total)}
            </Button>
            <Button reasonId={reasonId} onClick={() => onAnswer({ how: 'decline', request })}>
              Decline
            </Button>
            {line}
          </div>
        )}
      </article>
    </div>
  );
}
