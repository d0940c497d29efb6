import { feePercent, formatAmount, negate, priceSend, subtract, type Amount, type FiatCode } from '@florin/money';
import type { Wallet } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { fromExact } from '../../api/exact.ts';
import { Notice } from '../../ui/notice.tsx';
import { AmountText } from '../amount-text.tsx';
import { currencyName } from '../currency-name.ts';
import { FeeSummary } from '../fee-summary.tsx';

type SendSummaryProps = {
  /** Zero while nothing that can be read is typed. */
  amount: Amount<FiatCode>;
  /** What the recipient's line is called: `Jonas gets`. */
  gets: string;
  /** Undefined until it is known, and where the amount may have left it already. */
  wallet: Wallet | undefined;
};

/** The sum that the typed amount makes, from the same function that the server charges by. */
export function SendSummary({ amount, gets, wallet }: SendSummaryProps) {
  const price = priceSend(amount);
  return (
    <>
      <FeeSummary
        className="fee"
        lines={[
          { label: gets, value: <AmountText amount={price.amount} /> },
          { label: `Fee (${feePercent('send')})`, value: <AmountText amount={price.fee} /> },
        ]}
        total={{ label: 'Total', value: <AmountText amount={price.total} /> }}
      />
      {wallet && <BalanceAfter total={price.total} wallet={wallet} />}
    </>
  );
}

function BalanceAfter({ total, wallet }: { total: Amount<FiatCode>; wallet: Wallet }) {
  const available = fromExact(wallet.currency, wallet.available_exact);
  const rest = subtract(available, total);
  const name = currencyName[wallet.currency];
  if (rest.units < 0n) {
    return (
      <Notice icon={TriangleAlert} tone="warn">
        <b>Not enough in your {name} wallet.</b> Available is {formatAmount(available)}; the total is{' '}
        {formatAmount(negate(rest))} more.
      </Notice>
    );
  }
  return (
    <p className="small muted after">
      {total.units > 0n && (
        <>
          Your {name} balance will be <AmountText amount={rest} />.{' '}
        </>
      )}
      Money sent to an account cannot be called back.
    </p>
  );
}
