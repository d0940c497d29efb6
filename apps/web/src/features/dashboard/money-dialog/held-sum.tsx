import { negate, type FiatCode } from '@florin/money';
import { fromExact } from '../../../api/exact.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../../wallet-ui/fee-summary.tsx';
import { useWalletSince } from './use-wallet-since.ts';

/** Shows the wallet's balance, its held amount and the available balance. */
export function HeldSum({ currency, since }: { currency: FiatCode; since: number }) {
  const wallet = useWalletSince(currency, since);
  const figure = (exact: string | undefined) =>
    exact === undefined ? <Skeleton width={88} className="mt-1" /> : <AmountText amount={fromExact(currency, exact)} />;
  return (
    <FeeSummary
      lines={[
        { label: 'Balance', value: figure(wallet?.balance_exact) },
        {
          label: 'Held',
          value: wallet ? <AmountText amount={negate(fromExact(currency, wallet.held_exact))} /> : figure(undefined),
        },
      ]}
      total={{ label: 'Available', value: figure(wallet?.available_exact) }}
    />
  );
}
