import { negate } from '@florin/money';
import { counterAmount } from '../../wallet-ui/counter-amount.ts';
import type { Transaction } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { DirectionRing } from '../../wallet-ui/direction-ring.tsx';
import { readPrice } from '../../wallet-ui/price-figure.ts';
import { TransactionWhen } from '../../wallet-ui/transaction-status.tsx';

/** The cells of a trade: price, coins, and the money below the coins. */
export function CoinTransactionCells({ transaction }: { transaction: Transaction }) {
  const { type, description, usd_per_coin: price, currency } = transaction;
  const isPurchase = type === 'buy_crypto';
  const coins = counterAmount(transaction);
  const money = fromExact(currency, transaction.amount_exact);
  return (
    <>
      <DirectionRing kind={isPurchase ? 'buy' : 'sell'} />
      <span>
        <span className="row-title block">
          {price === undefined ? description : `${isPurchase ? 'Bought' : 'Sold'} at ${priceLabel(price)}`}
        </span>
        <span className="row-subtitle block">
          <TransactionWhen {...transaction} />
        </span>
      </span>
      <span className="row-end">
        <AmountText amount={isPurchase ? coins : negate(coins)} sign="always" />
        <span className="row-subtitle block">
          <AmountText amount={money} sign="always" tone={money.units > 0n ? 'in' : 'ink'} />
        </span>
      </span>
    </>
  );
}

function priceLabel(usdPerCoin: string): string {
  const { major, minor } = readPrice(usdPerCoin, false);
  return `$${major}${minor}`;
}
