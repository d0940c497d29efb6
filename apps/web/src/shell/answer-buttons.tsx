import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../api/may.ts';
import { paymentRequestQuery } from '../api/queries.ts';
import { refusalText } from '../api/refusal-text.ts';
import { Button } from '../ui/button.tsx';
import { useOfflineLine } from '../ui/offline-line.tsx';
import { toast } from '../ui/toast.ts';
import type { Answer } from '../wallet-ui/payment-request/answer-dialog.tsx';

type AnswerButtonsProps = { requestId: string; onAnswer: (answer: Answer) => void };

/** Pay and Decline for a payment request. The next step shows the fee. */
export function AnswerButtons({ requestId, onAnswer }: AnswerButtonsProps) {
  const queryClient = useQueryClient();
  const { reasonId, line } = useOfflineLine();
  const pays = useMay('pay');
  const [asking, setAsking] = useState<Answer['how']>();
  const ask = async (how: Answer['how']) => {
    setAsking(how);
    try {
      onAnswer({ how, request: await queryClient.query(paymentRequestQuery(requestId)) });
    } catch (error) {
      toast.error(refusalText(error, 'Could not load the request'));
    }
    setAsking(undefined);
  };
  if (!pays) return null;
  return (
    <div className="ask-act">
      <Button size="s" busy={asking === 'pay'} reasonId={reasonId} onClick={() => void ask('pay')}>
        Pay
      </Button>
      <Button
        size="s"
        variant="quiet"
        busy={asking === 'decline'}
        reasonId={reasonId}
        onClick={() => void ask('decline')}
      >
        Decline
      </Button>
      {line}
    </div>
  );
}
