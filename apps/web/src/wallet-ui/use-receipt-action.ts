import { useNavigate } from '@tanstack/react-router';
import type { Transaction } from '../api/read/answers.ts';
import { paths } from '../paths.ts';
import type { ToastAction } from '../ui/toast.ts';

/**
 * Returns a toast action that opens a transaction and its receipt. Returns no action if the server sent no transaction.
 */
export function useReceiptAction(): (transaction: Transaction | undefined) => { action?: ToastAction } {
  const navigate = useNavigate();
  return (transaction) =>
    transaction === undefined
      ? {}
      : {
          action: {
            label: 'View receipt',
            onPress: () => void navigate({ to: paths.transactions, search: { id: transaction.id } }),
          },
        };
}
