import type { Transaction } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { Fact } from '../../ui/fact.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { CopyIconButton } from '../../wallet-ui/copy-icon-button.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { PriceText } from '../../wallet-ui/price-text.tsx';
import { isIncoming } from './transaction-words.ts';
import styles from './transactions.module.css';

/** A EUR or GBP wallet pays through an exchange. The exchange has separate transactions. */
const paidWith = (method: string) =>
  /^(?:EUR|GBP) balance$/.test(method) ? `${method}, exchanged to dollars` : method;

/** Shows price, payment method, wallet, balance and id of a transaction. */
export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const { id, type, currency, crypto, usd_per_coin: usdPerCoin, payment_method: method } = transaction;
  const { balance_after_exact: balanceAfter } = transaction;
  return (
    <dl className={`sum ${styles.drawerSection}`}>
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
        <span className={styles.copyId}>
          <span>{id}</span>
          <CopyIconButton text={id} label="Copy transaction ID" className={styles.copy} />
        </span>
      </Fact>
    </dl>
  );
}
