import { Check, Copy } from 'lucide-react';
import type { Transaction } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { Fact } from '../../ui/fact.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { PriceText } from '../../wallet-ui/price-text.tsx';
import { useCopy } from '../../wallet-ui/use-copy.ts';
import { isIncoming } from './transaction-words.ts';

/** A EUR or GBP wallet pays through an exchange, which has its own transactions. */
const paidWith = (method: string) =>
  /^(?:EUR|GBP) balance$/.test(method) ? `${method}, exchanged to dollars` : method;

/** Shows price, payment method, wallet, balance and id of a transaction. */
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

function CopyButton({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text);
  return <IconButton icon={isCopied ? Check : Copy} iconSize={16} label={label} className="copy" onClick={copy} />;
}
