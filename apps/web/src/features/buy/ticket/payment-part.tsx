import type { PaymentMethod } from '@florin/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PaymentMethodSelect } from '../../../wallet-ui/payment-method-select.tsx';
import { useTradeWallets, withBalances } from '../../../wallet-ui/trade-wallets.ts';

type PaymentPartProps = {
  methods: UseQueryResult<PaymentMethod[]>;
  methodId: string | undefined;
  onChange: (id: string) => void;
  error: string | undefined;
};

/** Selects the payment method: a card, a bank account or a wallet. */
export function PaymentPart({ methods, methodId, onChange, error }: PaymentPartProps) {
  const wallets = useTradeWallets();
  if (methods.isLoadingError) {
    return (
      <LoadFailed
        message="Could not load payment methods"
        error={methods.error}
        onRetry={() => void methods.refetch()}
      />
    );
  }
  if (!methods.data) return <Skeleton width="100%" height={48} />;
  return (
    <PaymentMethodSelect
      methods={withBalances(methods.data, wallets, methodId)}
      value={methodId}
      onChange={onChange}
      wallets={wallets}
      error={error}
    />
  );
}
