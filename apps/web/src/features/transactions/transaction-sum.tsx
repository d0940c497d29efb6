import type { Transaction } from '@florin/contract';
import { add, amountOf, feePercent, negate, subtract, type Amount, type FiatCode } from '@florin/money';
import type { ReactNode } from 'react';
import { fromExact } from '../../api/exact.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { FeeSummary, type SumLine } from '../../wallet-ui/fee-summary.tsx';

/** The sum as it was charged: whom and what for, the amount, the fee, and the total that moved in the wallet. */
export function TransactionSum({ transaction }: { transaction: Transaction }) {
  const { amount, fee, total, labels } = sumOf(transaction);
  const lines: SumLine[] = [
    ...partiesOf(transaction),
    { label: labels.amount, value: <AmountText amount={amount} /> },
    { label: labels.fee, value: <AmountText amount={fee} /> },
  ];
  return (
    <FeeSummary large={false} lines={lines} total={{ label: labels.total, value: <AmountText amount={total} /> }} />
  );
}

type Sum = {
  amount: Amount<FiatCode>;
  /** Negative where it was taken off the amount. */
  fee: Amount<FiatCode>;
  total: Amount<FiatCode>;
  labels: { amount: string; fee: string; total: string };
};

/** Amount and fee always make the total. */
function sumOf(transaction: Transaction): Sum {
  const { type, currency, counterparty } = transaction;
  const signed = fromExact(currency, transaction.amount_exact);
  const fee = fromExact(currency, transaction.fee_exact);
  const total = amountOf(currency, signed.units < 0n ? -signed.units : signed.units);
  const name = firstName(counterparty);
  switch (type) {
    case 'send':
      return added(total, fee, { amount: name ? `${name} got` : 'Amount', fee: percent('send'), total: 'Total' });
    case 'buy_crypto':
      return added(total, fee, { amount: 'Amount', fee: percent('buy'), total: 'Total' });
    case 'sell_crypto':
      return takenOff(total, fee, { amount: 'Value', fee: percent('sell'), total: 'You got' });
    case 'receive':
      return takenOff(total, fee, { amount: name ? `${name} sent` : 'Amount', fee: 'Fee', total: 'You got' });
    case 'deposit':
      return takenOff(total, fee, { amount: 'Amount', fee: 'Fee', total: 'Added' });
  }
}

const added = (total: Amount<FiatCode>, fee: Amount<FiatCode>, labels: Sum['labels']): Sum => ({
  amount: subtract(total, fee),
  fee,
  total,
  labels,
});

const takenOff = (total: Amount<FiatCode>, fee: Amount<FiatCode>, labels: Sum['labels']): Sum => ({
  amount: add(total, fee),
  fee: negate(fee),
  total,
  labels,
});

const percent = (kind: 'send' | 'buy' | 'sell') => `Fee (${feePercent(kind)})`;

const firstName = (name: string | undefined) => name?.trim().split(/\s+/)[0];

function partiesOf({ type, to, from, note, payment_method: method, ...trade }: Transaction): SumLine[] {
  return [
    ...line('To', to),
    ...line('From', type === 'deposit' ? method : from),
    ...line('Note', note),
    ...line('Coins', coinsOf(trade)),
  ];
}

const line = (label: string, value: ReactNode): SumLine[] =>
  value === undefined ? [] : [{ label, value: <span className="wrap-anywhere">{value}</span> }];

const coinsOf = ({ crypto, crypto_amount_exact: exact }: Pick<Transaction, 'crypto' | 'crypto_amount_exact'>) =>
  crypto !== undefined && exact !== undefined ? <AmountText amount={fromExact(crypto, exact)} /> : undefined;
