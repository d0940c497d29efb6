import { endpoints } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { transactionQuery } from '../../../api/queries.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { Button } from '../../../ui/button.tsx';
import { refusalSentence } from '../money-dialog/refusal-sentence.ts';

type CancelWithdrawal = ReturnType<typeof useCancelWithdrawal>;

/** Cancels a withdrawal. The server rejects the request once the withdrawal was sent to the bank. */
export function useCancelWithdrawal(id: string) {
  const queryClient = useQueryClient();
  const { submit, busy } = useMoneyCommand(endpoints.cancelTransaction, { params: { id } });
  const [refusal, setRefusal] = useState<string>();

  const cancel = async () => {
    setRefusal(undefined);
    const { queryKey } = transactionQuery(id);
    try {
      const cancelled = await submit();
      if (cancelled) queryClient.setQueryData(queryKey, cancelled);
    } catch (error) {
      setRefusal(refusalSentence(error, { refused: 'Failed to cancel', unanswered: 'this is safe' }));
      void queryClient.invalidateQueries({ queryKey });
    }
  };
  return { cancel, busy, refusal };
}

export function CancelWithdrawalButton({ cancellation: { cancel, busy } }: { cancellation: CancelWithdrawal }) {
  return (
    <Button variant="quiet" busy={busy} needsServer onClick={() => void cancel()}>
      {busy ? 'Processing...' : 'Cancel withdrawal'}
    </Button>
  );
}
