import type { PaymentRequest } from '@florin/contract';
import { useState } from 'react';
import { DeclineRequestDialog } from './decline-request-dialog.tsx';
import { PayRequestDialog } from './pay-request-dialog.tsx';

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
