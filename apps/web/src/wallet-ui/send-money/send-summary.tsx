import { feePercent, priceSend, subtract, type Amount, type FiatCode } from '@florin/money';
import type { Wallet } from '@florin/contract';
import { fromExact } from '../../api/exact.ts';
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
  const rest = subtract(fromExact(wallet.currency, wallet.available_exact), total);
  if (rest.units < 0n) return null; // said right below the amount
  return (
    <p className="small muted after">
      {total.units > 0n && (
        <>
          Your {currencyName[wallet.currency]} balance will be <AmountText amount={rest} />.{' '}
        </>
      )}
      Money sent to an account cannot be called back.
    </p>
  );
}
