import './payment-request.css';
import type { PaymentRequest } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { useOfflineLine } from '../../ui/offline-line.tsx';
import { preloads, whenNeeded } from '../../ui/when-needed.tsx';
import { AmountText } from '../amount-text.tsx';
import { askText, partyName, requestFacts, sumOfRequest } from './request-words.ts';

const AnswerDialog = whenNeeded(() => import('./answer-dialog.tsx').then((loaded) => loaded.AnswerDialog));

/** Somebody asks for money: to be paid or declined, each with a second question. */
export function IncomingRequest({ request }: { request: PaymentRequest }) {
  /** Undefined before the first answer, null while none is under way. */
  const [how, setHow] = useState<'pay' | 'decline' | null>();
  const name = partyName(request.requester);
  const { amount, total } = sumOfRequest(request);
  const { refusedBy, line } = useOfflineLine();
  return (
    <div className="req-at">
      <article className="sheet req" aria-label={askText(request)}>
        <Avatar name={name} />
        <div className="req-who">
          <h3>{name} asks for money</h3>
          <p className="small muted">{requestFacts(request)}</p>
        </div>
        <p className="fig">
          <AmountText amount={amount} />
        </p>
        <div {...preloads(AnswerDialog)} className="ask-act">
          <Button variant="primary" refusedBy={refusedBy} onClick={() => setHow('pay')}>
            Pay {formatAmount(total)}
          </Button>
          <Button refusedBy={refusedBy} onClick={() => setHow('decline')}>
            Decline
          </Button>
          {line}
        </div>
      </article>
      {how !== undefined && (
        <AnswerDialog answer={how === null ? undefined : { how, request }} onClose={() => setHow(null)} />
      )}
    </div>
  );
}
