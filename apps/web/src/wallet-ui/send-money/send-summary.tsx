import { feePercent, priceSend, subtract, type Amount, type FiatCode } from '@florin/money';
import type { Wallet } from '@florin/contract';
import { fromExact } from '../../api/exact.ts';
import { AmountText } from '../amount-text.tsx';
import { currencyName } from '../currency-name.ts';
import { FeeSummary } from '../fee-summary.tsx';
import { fees } from '../../api/fees.ts';

type SendSummaryProps = {
  /** Zero while the typed amount is empty or invalid. */
  amount: Amount<FiatCode>;
  /** The label of the recipient's line: `Jonas Weber gets`. */
  gets: string;
  /** Undefined until loaded, and while a payment with a lost response may have changed the balance. */
  wallet: Wallet | undefined;
};

/** Shows amount, fee and total. The server charges with the same function. */
export function SendSummary({ amount, gets, wallet }: SendSummaryProps) {
  const price = priceSend(amount, fees.send);
  return (
    <>
      <FeeSummary
        className="fee"
        lines={[
          { label: gets, value: <AmountText amount={price.amount} /> },
          { label: `Fee (${feePercent(fees.send)})`, value: <AmountText amount={price.fee} /> },
        ]}
        total={{ label: 'Total', value: <AmountText amount={price.total} /> }}
      />
      {wallet && <BalanceAfter total={price.total} wallet={wallet} />}
    </>
  );
}

function BalanceAfter({ total, wallet }: { total: Amount<FiatCode>; wallet: Wallet }) {
  const rest = subtract(fromExact(wallet.currency, wallet.available_exact), total);
  if (rest.units < 0n) return null; // `TooMuch` shows the error below the amount
  return (
    <p className="small muted after">
      {total.units > 0n && (
        <>
          Your {currencyName[wallet.currency]} balance will be <AmountText amount={rest} />.{' '}
        </>
      )}
      Payments can’t be reversed.
    </p>
  );
}
