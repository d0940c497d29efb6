import { endpoints, type PaymentRequest } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ConfirmRequestDialog } from './confirm-request-dialog.tsx';
import { PayRequestDialog } from './pay-request-dialog.tsx';
import { partyName, sumOfRequest } from './request-words.ts';

export type Answer = { how: 'pay' | 'decline'; request: PaymentRequest };

/** Shows the dialog that confirms paying or declining a request. */
export function AnswerDialog({ answer, onClose }: { answer: Answer | undefined; onClose: () => void }) {
  const [latest, setLatest] = useState(answer);
  // Keeps the content while the dialog closes.
  if (answer !== undefined && answer !== latest) setLatest(answer);
  if (!latest) return null;
  const { request } = latest;
  return (
    <>
      <PayRequestDialog key={`pay ${request.id}`} request={request} open={answer?.how === 'pay'} onClose={onClose} />
      <DeclineRequestDialog
        key={`decline ${request.id}`}
        request={request}
        open={answer?.how === 'decline'}
        onClose={onClose}
      />
    </>
  );
}

type DeclineRequestDialogProps = { request: PaymentRequest; open: boolean; onClose: () => void };

function DeclineRequestDialog({ request, open, onClose }: DeclineRequestDialogProps) {
  const name = partyName(request.requester);
  return (
    <ConfirmRequestDialog
      open={open}
      onClose={onClose}
      title={`Decline ${formatAmount(sumOfRequest(request).amount)}?`}
      description={`We’ll notify ${name} without a reason.`}
      action={{
        label: 'Decline',
        leave: 'Not now',
        call: () => api.call(endpoints.declineRequest, { params: { id: request.id } }),
        done: `You declined ${name}’s request`,
      }}
    />
  );
}
