import { CallRefused, endpoints } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Transaction } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { isUnanswered, refusalText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { putInHistory } from './put-in-history.ts';
import { unsigned } from './transaction-words.ts';

type CancelTransactionProps = { transaction: Transaction; onLeave: () => void };

/** Asks once, saying what calling it back does. Where it is too late for that, it says so in the same place. */
export function CancelTransaction({ transaction, onLeave }: CancelTransactionProps) {
  const { cancel, busy, refusal } = useCancel(transaction, onLeave);
  const question = useFocusOnMount<HTMLFieldSetElement>();
  return (
    <fieldset ref={question} tabIndex={-1} aria-label={cancelWords(transaction)} className="dr-ask">
      {refusal === undefined ? (
        <Notice icon={Info}>
          <Consequence transaction={transaction} />
        </Notice>
      ) : (
        <Notice icon={TriangleAlert} tone="bad">
          {refusal.sentence}
        </Notice>
      )}
      <div className="dr-act">
        {refusal?.isFinal ? (
          <Button onClick={onLeave}>Close</Button>
        ) : (
          <>
            <Button variant="danger" busy={busy} needsServer onClick={() => void cancel()}>
              {busy ? 'Cancelling...' : cancelWords(transaction)}
            </Button>
            <Button disabled={busy} onClick={onLeave}>
              Keep it
            </Button>
          </>
        )}
      </div>
    </fieldset>
  );
}

export const cancelWords = ({ type }: Pick<Transaction, 'type'>): string =>
  type === 'withdrawal' ? 'Cancel withdrawal' : 'Cancel send';

function Consequence({ transaction }: { transaction: Transaction }) {
  const { type, currency, to, payment_method: method } = transaction;
  return (
    <>
      <b>
        <AmountText amount={unsigned(fromExact(currency, transaction.amount_exact))} />
      </b>{' '}
      is free again in your {currencyName[currency]} wallet at once.{' '}
      {type === 'withdrawal'
        ? `Nothing goes to ${method ?? 'your bank account'}.`
        : `${to ?? 'The recipient'} can no longer claim it.`}
    </>
  );
}

type CancelRefusal = {
  sentence: string;
  /** Asking again would not help. */
  isFinal: boolean;
};

function useCancel({ id, type }: Transaction, onCancelled: () => void) {
  const queryClient = useQueryClient();
  const [refusal, setRefusal] = useState<CancelRefusal>();
  const { submit, busy } = useMoneyCommand(endpoints.cancelTransaction, {
    params: { id },
    onDone: (answer) => void putInHistory(queryClient, answer),
  });
  const cancel = async () => {
    setRefusal(undefined);
    try {
      if (!(await submit())) return;
      toast.success(type === 'withdrawal' ? 'Withdrawal cancelled' : 'Send cancelled');
      onCancelled();
    } catch (error) {
      const isFinal = error instanceof CallRefused && error.body?.code === 'not_cancellable';
      setRefusal({ sentence: sentenceOf(error), isFinal });
      // It went on in the meantime: the list should say so too.
      if (isFinal) void queryClient.invalidateQueries({ queryKey: ['transactions'] });
    }
  };
  return { cancel, busy, refusal };
}

const sentenceOf = (error: unknown) =>
  isUnanswered(error)
    ? 'The server did not answer. Try again: it is cancelled once.'
    : refusalText(error, 'This can no longer be canceled.');
