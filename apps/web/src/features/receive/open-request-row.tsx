import { endpoints, reminderBounds, type PaymentRequest } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { ConfirmRequestDialog } from '../../wallet-ui/payment-request/confirm-request-dialog.tsx';
import { daysLeftText, firstNameOf, sumOfRequest } from '../../wallet-ui/payment-request/request-words.ts';
import { useCopy } from '../../wallet-ui/use-copy.ts';
import { askedName, RequestFace } from './request-party.tsx';
import { troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';
import { useRefreshRequests } from '../../wallet-ui/payment-request/use-request-change.ts';

export function OpenRequestRow({ request }: { request: PaymentRequest }) {
  const reason = request.recipient ? reminderBlockReason(request) : undefined;
  const reasonId = `remind-${request.id}`;
  return (
    <article className="row" aria-label={`${askedName(request)}, ${formatAmount(sumOfRequest(request).amount)}`}>
      <RequestFace request={request} />
      <span>
        <span className="t block">{askedName(request)}</span>
        <Facts request={request} />
        {reason && (
          <span className="s block" id={reasonId}>
            {reason}
          </span>
        )}
      </span>
      <span className="e">
        <AmountText amount={sumOfRequest(request).amount} />
        <span className="rc-acts">
          {request.recipient ? (
            <RemindButton request={request} {...(reason !== undefined && { reasonId })} />
          ) : (
            <CopyLinkButton link={request.link} />
          )}
          <CancelRequest request={request} />
        </span>
      </span>
    </article>
  );
}

/** Shows note and time left. A long note is truncated; the time left is not. */
function Facts({ request: { note, expires_at } }: { request: PaymentRequest }) {
  return (
    <span className="s rc-facts">
      {note && <span>{note}</span>}
      {note && ' · '}
      {daysLeftText(expires_at)}
    </span>
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
        description={recipient ? `${firstNameOf(recipient)} can no longer pay it.` : 'The link will stop working.'}
        action={{
          label: 'Cancel request',
          leave: 'Keep it',
          call: () => api.call(endpoints.cancelRequest, { params: { id: request.id } }),
          done: 'Payment request cancelled',
        }}
      />
    </>
  );
}

/** Returns why no reminder is allowed; undefined if one is allowed. */
function reminderBlockReason({ can_remind, reminders }: PaymentRequest): string | undefined {
  if (can_remind) return undefined;
  if (reminders >= reminderBounds.most) return 'Reminded three times';
  return reminders > 0 ? 'Reminded today' : 'Asked today';
}

/** Reminds the recipient. Disabled if `reasonId` names the element with the reason. */
function RemindButton({ request, reasonId }: { request: PaymentRequest; reasonId?: string }) {
  const refresh = useRefreshRequests();
  const { recipient } = request;
  const { run, busy } = useCommand<void, PaymentRequest>({
    call: () => api.call(endpoints.remindOfRequest, { params: { id: request.id } }),
    onDone: () => toast.success(recipient ? `Reminded ${firstNameOf(recipient)}` : 'Reminded'),
    onFailed: (error) => toast.error(troubleText(error)),
    onSettled: refresh,
  });
  const isDisabled = reasonId !== undefined;
  return (
    <button
      type="button"
      className="link small"
      aria-disabled={isDisabled || undefined}
      aria-describedby={reasonId}
      disabled={busy}
      onClick={() => !isDisabled && run()}
    >
      Remind
    </button>
  );
}
