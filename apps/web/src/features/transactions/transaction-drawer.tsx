import { CallRefused, endpoints } from '@florin/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transaction } from '../../api/read/answers.ts';
import { api } from '../../api/client.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { useSubjectInTitle } from '../../ui/page-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TransactionDetail } from './transaction-detail.tsx';
import { titleOf } from '../../wallet-ui/transaction-title.ts';
import { TransactionStatus } from '../../wallet-ui/transaction-status.tsx';

type TransactionDrawerProps = {
  /** The id of the open transaction. */
  id: string | undefined;
  /** The loaded transactions. A transaction that is not among them is fetched. */
  known: readonly Transaction[];
  onClose: () => void;
};

export function TransactionDrawer({ id, known, onClose }: TransactionDrawerProps) {
  const { transaction, error, isFetching, refetch } = useTransaction(id, known);
  const shown = useLatest(id, transaction);
  useSubjectInTitle(transaction && titleOf(transaction));
  return (
    <Drawer
      open={id !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={shown ? titleOf(shown) : 'Transaction'}
      lead={shown ? <TransactionStatus status={shown.status} /> : <span />}
    >
      {shown && <TransactionDetail key={shown.id} transaction={shown} />}
      {!shown && !error && <SkeletonRows />}
      {!shown && error && isNotFound(error) && <EmptyState title={error.message} />}
      {!shown && error && !isNotFound(error) && (
        <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Drawer>
  );
}

/** A retry cannot help if the transaction does not exist. */
const isNotFound = (error: Error) => error instanceof CallRefused && error.status === 404;

function useTransaction(id: string | undefined, known: readonly Transaction[]) {
  const found = known.find((transaction) => transaction.id === id);
  const query = useQuery({
    queryKey: ['transactions', 'one', id],
    queryFn:
      id === undefined || found
        ? skipToken
        : ({ signal }) => api.call(endpoints.getTransaction, { params: { id } }, { signal }),
  });
  return { ...query, transaction: found ?? query.data };
}

/**
 * Returns the last transaction while the drawer closes, when the URL no longer has an id. Returns undefined while
 * another transaction loads.
 */
function useLatest(id: string | undefined, transaction: Transaction | undefined) {
  const [latest, setLatest] = useState(transaction);
  if (transaction !== undefined && transaction !== latest) setLatest(transaction);
  return transaction ?? (id === undefined || id === latest?.id ? latest : undefined);
}
