import { usdBalanceMethodId, type PaymentMethod } from '@florin/contract';
import { formatAmount, isMoreThan, subtract, type Amount } from '@florin/money';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { fromExact } from '../../../api/exact.ts';
import { walletsQuery } from '../../../api/queries.ts';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PaymentMethodSelect } from '../../../wallet-ui/payment-method-select.tsx';

type PaymentPartProps = {
  methods: UseQueryResult<PaymentMethod[]>;
  methodId: string | undefined;
  onChange: (id: string) => void;
  /** Amount and fee; undefined where they may have been paid already. */
  total: Amount<'USD'> | undefined;
  error: string | undefined;
};

/** Where the money comes from, and whether it reaches. */
export function PaymentPart({ methods, methodId, onChange, total, error }: PaymentPartProps) {
  const available = useUsdAvailable();
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
  const missing = methodId === usdBalanceMethodId ? missingFrom(available, total) : undefined;
  return (
    <>
      <PaymentMethodSelect
        methods={methods.data}
        value={methodId}
        onChange={onChange}
        balance={available}
        error={error}
      />
      {available && missing && (
        <Notice icon={Wallet} tone="warn">
          <b>Insufficient balance.</b> Your USD balance is {formatAmount(available)}, which is {formatAmount(missing)}{' '}
          less than the total.
        </Notice>
      )}
    </>
  );
}

const missingFrom = (available: Amount<'USD'> | undefined, total: Amount<'USD'> | undefined) =>
  available && total && isMoreThan(total, available) ? subtract(total, available) : undefined;

export function useUsdAvailable(): Amount<'USD'> | undefined {
  const { data } = useQuery(walletsQuery);
  const wallet = data?.find(({ currency }) => currency === 'USD');
  return wallet && fromExact('USD', wallet.available_exact);
}
