import type { PaymentRequest } from '@florin/contract';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { sumOfRequest } from '../../wallet-ui/payment-request/request-words.ts';
import { transactionWhen } from '../../wallet-ui/transaction-when.ts';
import { Facts } from '../../ui/facts.tsx';
import { Status } from '../../ui/status.tsx';
import { askedName, RequestFace } from './request-party.tsx';

export function EndedRequestRow({ request }: { request: PaymentRequest }) {
  const { note, ended_at, state } = request;
  return (
    <article className="row">
      <RequestFace request={request} />
      <span>
        <span className="row-title block">{askedName(request)}</span>
        <span className="row-subtitle block">
          <Facts facts={[note, ended_at ? transactionWhen(ended_at) : undefined]} />
        </span>
      </span>
      <span className="row-end">
        <AmountText amount={sumOfRequest(request).amount} />
        <br />
        <Status tone={state === 'paid' ? 'ok' : 'over'}>{stateWord[state]}</Status>
      </span>
    </article>
  );
}

const stateWord: Record<PaymentRequest['state'], string> = {
  open: 'Open',
  paid: 'Paid',
  declined: 'Declined',
  cancelled: 'Canceled',
  expired: 'Expired',
};
