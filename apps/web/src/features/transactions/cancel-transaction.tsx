import { CallRefused, endpoints } from '@florin/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Transaction } from '../../api/read/answers.ts';
import { changePages } from '../../api/change-pages.ts';
import { fromExact } from '../../api/exact.ts';
import { isUnanswered, refusalText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { unsigned } from './transaction-words.ts';
import styles from './transactions.module.css';

type CancelTransactionProps = { transaction: Transaction; onLeave: () => void };

/**
 * Asks for confirmation and explains the effect of canceling. Shows an error in the same place if the cancellation is
 * too late.
 */
export function CancelTransaction({ transaction, onLeave }: CancelTransactionProps) {
  const { cancel, busy, refusal } = useCancel(transaction, onLeave);
  const confirmation = useFocusOnMount<HTMLFieldSetElement>();
  return (
    <fieldset ref={confirmation} tabIndex={-1} aria-label={cancelLabel(transaction)} className={styles.drawerQuestion}>
      {refusal === undefined ? (
        <Notice icon={Info}>
          <Consequence transaction={transaction} />
        </Notice>
      ) : (
        <Notice icon={TriangleAlert} tone="bad">
          {refusal.sentence}
        </Notice>
      )}
      <div className={styles.drawerActions}>
        {refusal?.isFinal ? (
          <Button onClick={onLeave}>Close</Button>
        ) : (
          <>
            <Button variant="danger" busy={busy} needsServer onClick={() => void cancel()}>
              {busy ? 'Canceling...' : cancelLabel(transaction)}
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

export const cancelLabel = ({ type }: Pick<Transaction, 'type'>): string =>
  type === 'withdrawal' ? 'Cancel withdrawal' : 'Cancel send';

function Consequence({ transaction }: { transaction: Transaction }) {
  const { type, currency, to, payment_method: method } = transaction;
  return (
    <>
      <b>
        <AmountText amount={unsigned(fromExact(currency, transaction.amount_exact))} />
      </b>{' '}
      becomes available in your {currencyName[currency]} wallet.{' '}
      {type === 'withdrawal'
        ? `No money goes to ${method ?? 'your bank account'}.`
        : `${to ?? 'The recipient'} can no longer claim it.`}
    </>
  );
}

type CancelRefusal = {
  sentence: string;
  /** Whether a retry cannot succeed. */
  isFinal: boolean;
};

function useCancel({ id, type }: Transaction, onCanceled: () => void) {
  const queryClient = useQueryClient();
  const [refusal, setRefusal] = useState<CancelRefusal>();
  const { submit, busy } = useMoneyCommand(endpoints.cancelTransaction, {
    params: { id },
    onDone: (answer) => void updateCachedTransaction(queryClient, answer),
  });
  const cancel = async () => {
    setRefusal(undefined);
    try {
      if (!(await submit())) return;
      toast.success(type === 'withdrawal' ? 'Withdrawal canceled' : 'Send canceled');
      onCanceled();
    } catch (error) {
      const isFinal = error instanceof CallRefused && error.body?.code === 'not_cancellable';
      setRefusal({ sentence: messageOf(error), isFinal });
      // Reloads the list, because the transaction's status changed in the meantime.
      if (isFinal) void queryClient.invalidateQueries({ queryKey: ['transactions'] });
    }
  };
  return { cancel, busy, refusal };
}

const messageOf = (error: unknown) =>
  isUnanswered(error)
    ? 'The server did not answer. Try again: this is safe.'
    : refusalText(error, 'This can no longer be canceled.');

/** Replaces the transaction in every cached page and in its own cache entry. */
async function updateCachedTransaction(queryClient: QueryClient, transaction: Transaction): Promise<void> {
  queryClient.setQueryData(['transactions', 'one', transaction.id], transaction);
  const updated = (cached: Transaction) => (cached.id === transaction.id ? transaction : cached);
  await changePages(queryClient, { queryKey: ['transactions', 'pages'] }, (fetched) => ({
    ...fetched,
    pages: fetched.pages.map((page) => ({ ...page, items: page.items.map(updated) })),
  }));
}
