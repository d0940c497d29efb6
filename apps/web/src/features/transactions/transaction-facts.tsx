import type { Transaction } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { Fact } from '../../ui/fact.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { PriceText } from '../../wallet-ui/price-text.tsx';
import { CopyButton } from './copy-button.tsx';
import { isIncoming } from './transaction-words.ts';

/** Another wallet than the dollar's pays by an exchange, which has lines of its own. */
const paidWith = (method: string) =>
  /^(?:EUR|GBP) balance$/.test(method) ? `${method}, exchanged to dollars` : method;

/** Where the line stands in the books. */
export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const { id, type, currency, crypto, usd_per_coin: usdPerCoin, payment_method: method } = transaction;
  const { balance_after_exact: balanceAfter } = transaction;
  return (
    <dl className="sum dr-2">
      {usdPerCoin !== undefined && (
        <Fact name={`Price of one ${crypto}`}>
          <PriceText usdPerCoin={usdPerCoin} exact />
        </Fact>
      )}
      {type === 'buy_crypto' && method !== undefined && <Fact name="Paid with">{paidWith(method)}</Fact>}
      <Fact name={isIncoming(transaction) ? 'To' : 'From'}>{currencyName[currency]} wallet</Fact>
      {balanceAfter !== undefined && (
        <Fact name="Balance after">
          <AmountText amount={fromExact(currency, balanceAfter)} />
        </Fact>
      )}
      <Fact name="Transaction ID">
        <span className="inline-flex items-center gap-1">
          <span className="break-all">{id}</span>
          <CopyButton text={id} label="Copy transaction ID" />
        </span>
      </Fact>
    </dl>
  );
}
