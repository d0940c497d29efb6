import { endpoints, type PaymentRequest } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/may.ts';
import { Facts } from '../../ui/facts.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { ConfirmRequestDialog } from '../../wallet-ui/payment-request/confirm-request-dialog.tsx';
import { daysLeftText, partyName, sumOfRequest } from '../../wallet-ui/payment-request/request-words.ts';
import { useCopy } from '../../wallet-ui/use-copy.ts';
import { RemindButton } from './remind-button.tsx';
import { askedName, RequestFace } from './request-party.tsx';
import { whyNotRemind } from './reminding.ts';
import styles from './receive.module.css';

export function OpenRequestRow({ request }: { request: PaymentRequest }) {
  const pays = useMay('pay');
  const reason = pays && request.recipient ? whyNotRemind(request) : undefined;
  const reasonId = `remind-${request.id}`;
  return (
    <article className="row" aria-label={`${askedName(request)}, ${formatAmount(sumOfRequest(request).amount)}`}>
      <RequestFace request={request} />
      <span>
        <span className="row-title block">{askedName(request)}</span>
        <span className={`row-subtitle ${styles.facts}`}>
          <Facts facts={[request.note, daysLeftText(request.expires_at)]} />
        </span>
        {reason && (
          <span className="row-subtitle block" id={reasonId}>
            {reason}
          </span>
        )}
      </span>
      <span className="row-end">
        <AmountText amount={sumOfRequest(request).amount} />
        {pays && (
          <span className={styles.actions}>
            {request.recipient ? (
              <RemindButton request={request} {...(reason !== undefined && { reasonId })} />
            ) : (
              <CopyLinkButton link={request.link} />
            )}
            <CancelRequest request={request} />
          </span>
        )}
      </span>
    </article>
  );
}

function CopyLinkButton({ link }: { link: string }) {
  const { isCopied, copy } = useCopy(link);
  return (
    <button type="button" className="link small" onClick={copy}>
      {isCopied ? 'Copied' : 'Copy link'}
    </button>
  );
}

function CancelRequest({ request }: { request: PaymentRequest }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { recipient } = request;
  return (
    <>
      <button type="button" className="link small" onClick={() => setIsConfirming(true)}>
        Cancel
      </button>
      <ConfirmRequestDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={`Cancel the request for ${formatAmount(sumOfRequest(request).amount)}?`}
        description={recipient ? `${partyName(recipient)} can no longer pay it.` : 'The link will stop working.'}
        action={{
          label: 'Cancel request',
          leave: 'Keep it',
          call: () => api.call(endpoints.cancelRequest, { params: { id: request.id } }),
          done: 'Payment request canceled',
        }}
      />
    </>
  );
}
