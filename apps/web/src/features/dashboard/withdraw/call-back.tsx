import { endpoints } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { transactionQuery } from '../../../api/queries.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { Button } from '../../../ui/button.tsx';
import { refusalSentence } from '../money-dialog/refusal-sentence.ts';

type CallBack = ReturnType<typeof useCallBack>;

/** Calls a withdrawal back, as long as the bank does not have it. */
export function useCallBack(id: string) {
  const queryClient = useQueryClient();
  const { submit, busy } = useMoneyCommand(endpoints.cancelTransaction, { params: { id } });
  const [refusal, setRefusal] = useState<string>();

  const callBack = async () => {
    setRefusal(undefined);
    const { queryKey } = transactionQuery(id);
    try {
      const cancelled = await submit();
      if (cancelled) queryClient.setQueryData(queryKey, cancelled);
    } catch (error) {
      setRefusal(refusalSentence(error, { refused: 'Failed to call it back', unanswered: 'that is safe' }));
      void queryClient.invalidateQueries({ queryKey });
    }
  };
  return { callBack, busy, refusal };
}

export function CallBackButton({ callBack: { callBack, busy } }: { callBack: CallBack }) {
  return (
    <Button variant="quiet" busy={busy} needsServer onClick={() => void callBack()}>
      {busy ? 'Processing...' : 'Call it back'}
    </Button>
  );
}
