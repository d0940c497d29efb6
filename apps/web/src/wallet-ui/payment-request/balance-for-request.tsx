import type { PaymentRequest, Wallet } from '@florin/contract';
import { formatAmount, isMoreThan, subtract, type Amount, type FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { fromExact } from '../../api/exact.ts';
import { walletsQuery } from '../../api/queries.ts';
import { LoadFailed } from '../load-failed.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AmountText } from '../amount-text.tsx';
import { currencyName } from '../currency-name.ts';
import { AddFundsLink, WaysOut } from '../ways-out.tsx';
import { sumOfRequest } from './request-words.ts';

/** Shows the wallet's available balance before and after the payment, or the missing amount. */
export function BalanceForRequest({ request }: { request: PaymentRequest }) {
  const { data: wallets, isError, error, isFetching, refetch } = useQuery(walletsQuery);
  if (!wallets && isError)
    return (
      <LoadFailed
        message="Could not load the balance"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  const available = wallets && availableFor(request, wallets);
  if (!available) return <Skeleton width="70%" className="space-above-4" />;
  const name = currencyName[request.currency];
  const missing = missingFor(request, wallets);
  if (missing) {
    return (
      <Notice icon={TriangleAlert} tone="warn">
        <b>Not enough in your {name} wallet.</b> {formatAmount(available)} is available. You need{' '}
        {formatAmount(missing)} more.
        <WaysOut>
          <AddFundsLink currency={request.currency} />
        </WaysOut>
      </Notice>
    );
  }
  return (
    <p className="small muted">
      {name}: <AmountText amount={available} /> available,{' '}
      <AmountText amount={subtract(available, sumOfRequest(request).total)} /> left after.
    </p>
  );
}

/** Returns the amount missing for the total; undefined if the balance covers the total or is unknown. */
export function missingFor(
  request: PaymentRequest,
  wallets: readonly Wallet[] | undefined,
): Amount<FiatCode> | undefined {
  const { total } = sumOfRequest(request);
  const available = wallets && availableFor(request, wallets);
  return available && isMoreThan(total, available) ? subtract(total, available) : undefined;
}

function availableFor({ currency }: PaymentRequest, wallets: readonly Wallet[]): Amount<FiatCode> | undefined {
  const wallet = wallets.find((each) => each.currency === currency);
  return wallet && fromExact(currency, wallet.available_exact);
}
