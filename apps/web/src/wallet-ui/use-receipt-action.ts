import { useNavigate } from '@tanstack/react-router';
import type { Transaction } from '../api/read/answers.ts';
import { paths } from '../paths.ts';
import type { ToastAction } from '../ui/toast.ts';

/** What a toast says of a transaction leads to it, and from there to its receipt. Nowhere where the server named none. */
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
