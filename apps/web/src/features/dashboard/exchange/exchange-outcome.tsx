import type { FiatCode } from '@florin/money';
import { formatAmount, isFiat, negate, subtract } from '@florin/money';
import { fromExact } from '../../../api/exact.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { DoneButton } from '../money-dialog/done-button.tsx';
import { OutcomeHead } from '../money-dialog/outcome-head.tsx';
import type { Placed } from '../money-dialog/use-polled-transaction.ts';
import { useWalletSince } from '../money-dialog/use-wallet-since.ts';
import { ExchangeSum } from './exchange-sum.tsx';
import { rateLine } from '../../../wallet-ui/exchange-rate.ts';

type ExchangeOutcomeProps = { placed: Placed; onClose: () => void };

/** Shows a completed exchange and the balances of both wallets. */
export function ExchangeOutcome({ placed: { transaction, at }, onClose }: ExchangeOutcomeProps) {
  const { currency: from, counter_currency: to, counter_amount_exact: received, rate } = transaction;
  if (!isFiat(to)) throw new Error(`Exchange returned ${to}, which is not a wallet currency`);
  const total = negate(fromExact(from, transaction.amount_exact));
  const fee = fromExact(from, transaction.fee_exact);
  return (
    <>
      <OutcomeHead tone="ok" title={`${formatAmount(fromExact(to, received))} in your ${currencyName[to]} wallet`}>
        {rate !== undefined && rateLine({ from, to, rate })}
      </OutcomeHead>
      <ExchangeSum sum={{ amount: subtract(total, fee), fee, total }} />
      <dl className="sum">
        {[from, to].map((code) => (
          <div key={code}>
            <dt>{currencyName[code]}</dt>
            <dd>
              <WalletFigure currency={code} since={at} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        <DoneButton onPress={onClose} />
      </div>
    </>
  );
}

function WalletFigure({ currency, since }: { currency: FiatCode; since: number }) {
  const wallet = useWalletSince(currency, since);
  if (!wallet) return <Skeleton width={88} className="space-above-1" />;
  return <AmountText amount={fromExact(currency, wallet.available_exact)} />;
}
