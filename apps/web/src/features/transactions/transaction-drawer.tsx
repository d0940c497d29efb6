import { CallRefused, endpoints } from '@florin/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transaction } from '../../api/read/answers.ts';
import { api } from '../../api/client.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TransactionDetail } from './transaction-detail.tsx';
import { titleOf } from '../../wallet-ui/transaction-title.ts';
import { TransactionStatus } from '../../wallet-ui/transaction-status.tsx';

type TransactionDrawerProps = {
  /** The open line, if one is. */
  id: string | undefined;
  /** Where it is looked for first; a line from a link may be older than what is fetched. */
  known: readonly Transaction[];
  onClose: () => void;
};

export function TransactionDrawer({ id, known, onClose }: TransactionDrawerProps) {
  const { transaction, error, isFetching, refetch } = useTransaction(id, known);
  const shown = useLatest(id, transaction);
  return (
    <Drawer
      open={id !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={shown ? titleOf(shown) : 'Transaction'}
      lead={shown ? <TransactionStatus status={shown.status} /> : <span />}
    >
      {shown && <TransactionDetail key={shown.id} transaction={shown} />}
      {!shown && !error && <SkeletonRows />}
      {!shown && error && isUnknown(error) && <EmptyState title={error.message} />}
      {!shown && error && !isUnknown(error) && (
        <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Drawer>
  );
}

/** Asking again would not help. */
const isUnknown = (error: Error) => error instanceof CallRefused && error.status === 404;

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
 * While the drawer slides out, and its id has left the address already, it still shows what it showed. Not so where it is
 * opened for another line, which may take its time to come, or never come.
 */
function useLatest(id: string | undefined, transaction: Transaction | undefined) {
  const [latest, setLatest] = useState(transaction);
  if (transaction !== undefined && transaction !== latest) setLatest(transaction);
  return transaction ?? (id === undefined || id === latest?.id ? latest : undefined);
}
