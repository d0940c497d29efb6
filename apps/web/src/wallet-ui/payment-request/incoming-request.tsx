import './payment-request.css';
import type { PaymentRequest } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { AmountText } from '../amount-text.tsx';
import { DeclineRequestDialog } from './decline-request-dialog.tsx';
import { PayRequestDialog } from './pay-request-dialog.tsx';
import { askText, partyName, requestFacts, sumOfRequest } from './request-words.ts';

/** Somebody asks for money: to be paid or declined, each with a second question. */
export function IncomingRequest({ request }: { request: PaymentRequest }) {
  const [asked, setAsked] = useState<'pay' | 'decline'>();
  const name = partyName(request.requester);
  const { amount, total } = sumOfRequest(request);
  const close = () => setAsked(undefined);
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
        <div className="ask-act">
          <Button variant="primary" onClick={() => setAsked('pay')}>
            Pay {formatAmount(total)}
          </Button>
          <Button onClick={() => setAsked('decline')}>Decline</Button>
        </div>
      </article>
      <PayRequestDialog request={request} open={asked === 'pay'} onClose={close} />
      <DeclineRequestDialog request={request} open={asked === 'decline'} onClose={close} />
    </div>
  );
}
