import { bankTransferMethod } from '@florin/contract';
import { add, feeOn, feePercent, negate, subtract, type Amount, type FeeKind } from '@florin/money';
import type { ReactNode } from 'react';
import { counterAmount } from '../../wallet-ui/counter-amount.ts';
import type { Transaction } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { FeeSummary, type SumLine } from '../../wallet-ui/fee-summary.tsx';
import { isCanceledOrReturned, isIncoming, movesBalance, rateText, unsigned } from './transaction-words.ts';
import { fees } from '../../api/fees.ts';

/** Shows recipient or sender, note, amount, fee and the total that changed the wallet. */
export function TransactionSum({ transaction }: { transaction: Transaction }) {
  const { figures, total } = sumOf(transaction);
  return (
    <FeeSummary
      large={false}
      lines={[...partiesOf(transaction), ...figures.map(figureLine)]}
      total={figureLine(total)}
    />
  );
}

type Figure = readonly [label: string, amount: Amount];
type Sum = { figures: readonly Figure[]; total: Figure };

const figureLine = ([label, amount]: Figure): SumLine => ({ label, value: <AmountText amount={amount} /> });

function sumOf(transaction: Transaction): Sum {
  if (isCanceledOrReturned(transaction)) return failedSum(transaction);
  if (!movesBalance(transaction)) return expectedSum(transaction);
  return chargedSum(transaction);
}

/** Returns the figures of a canceled or returned transaction: the intended amount and a total of zero. */
const failedSum = (transaction: Transaction): Sum => ({
  figures: [['Amount', counterAmount(transaction)], ...reservedFee(transaction)],
  total: [isIncoming(transaction) ? 'Added' : 'Charged', fromExact(transaction.currency, transaction.amount_exact)],
});

/** Returns the fee that was held together with the amount. */
function reservedFee(transaction: Transaction): Figure[] {
  const { currency, counter_currency: other, reserved_exact: reserved } = transaction;
  if (reserved === undefined || other !== currency) return [];
  const fee = subtract(fromExact(currency, reserved), counterAmount(transaction));
  return fee.units > 0n ? [['Fee', fee]] : [];
}

/** Returns the figures of a pending incoming transaction. */
const expectedSum = (transaction: Transaction): Sum => ({
  figures: [['Amount', counterAmount(transaction)], ...feeOf(transaction).map((fee): Figure => ['Fee', fee])],
  total: ['To be added', counterAmount(transaction)],
});

/** Returns the fee, or an empty array if the server sends no fee. */
const feeOf = ({ currency, fee_exact: exact }: Transaction): Amount[] =>
  exact === undefined ? [] : [fromExact(currency, exact)];

/** Returns the figures of a transaction that changed the wallet. Amount and fee always add up to the total. */
function chargedSum(transaction: Transaction): Sum {
  const { type, currency, counterparty, status } = transaction;
  const total = unsigned(fromExact(currency, transaction.amount_exact));
  const [fee] = feeOf(transaction);
  if (!fee) return { figures: [], total: [isIncoming(transaction) ? 'You got' : 'Total', total] };
  // A recipient without an account has an address, but no name.
  const name = counterparty?.includes('@') ? undefined : counterparty;
  switch (type) {
    case 'send': {
      const got = status === 'pending' ? 'gets' : 'got';
      return withFeeAdded(total, fee, {
        amount: name ? `${name} ${got}` : 'Amount',
        fee: feeLabel('send', subtract(total, fee), fee),
        total: 'Total',
      });
    }
    case 'buy_crypto':
      return withFeeAdded(total, fee, {
        amount: 'Amount',
        fee: feeLabel('buy', subtract(total, fee), fee),
        total: 'Total',
      });
    case 'withdrawal':
      return withFeeAdded(total, fee, {
        amount: 'Amount',
        fee: 'Fee',
        total: status === 'pending' ? 'Held' : 'Withdrawn',
      });
    case 'plan':
    case 'taken_back':
      return withFeeAdded(total, fee, { amount: 'Amount', fee: 'Fee', total: 'Paid' });
    case 'exchange':
      return exchangedSum(transaction, total, fee);
    case 'sell_crypto':
      return withFeeDeducted(total, fee, {
        amount: 'Value',
        fee: feeLabel('sell', add(total, fee), fee),
        total: 'You got',
      });
    case 'receive':
      return withFeeDeducted(total, fee, { amount: name ? `${name} sent` : 'Amount', fee: 'Fee', total: 'You got' });
    case 'deposit':
      return withFeeDeducted(total, fee, { amount: 'Amount', fee: 'Fee', total: 'Added' });
  }
}

type Labels = { amount: string; fee: string; total: string };

const withFeeAdded = (total: Amount, fee: Amount, labels: Labels): Sum => ({
  figures: [
    [labels.amount, subtract(total, fee)],
    [labels.fee, fee],
  ],
  total: [labels.total, total],
});

const withFeeDeducted = (total: Amount, fee: Amount, labels: Labels): Sum => ({
  figures: [
    [labels.amount, add(total, fee)],
    [labels.fee, negate(fee)],
  ],
  total: [labels.total, total],
});

/** Returns one side of an exchange. The outgoing side pays the fee, in its currency. */
function exchangedSum(transaction: Transaction, total: Amount, fee: Amount): Sum {
  if (isIncoming(transaction))
    return { figures: [['Exchanged', counterAmount(transaction)]], total: ['You got', total] };
  const { figures, total: paid } = withFeeAdded(total, fee, {
    amount: 'Exchanged',
    fee: feeLabel('exchange', subtract(total, fee), fee),
    total: 'Total',
  });
  return { figures: [['You got', counterAmount(transaction)], ...figures], total: paid };
}

/** Names the percentage unless the server had another fee at that time. */
const feeLabel = (kind: FeeKind, amount: Amount, fee: Amount): string =>
  feeOn(fees[kind], amount).units === fee.units ? `Fee (${feePercent(fees[kind])})` : 'Fee';

function partiesOf(transaction: Transaction): SumLine[] {
  const { type, to, from, note, rate, payment_method: method, ...trade } = transaction;
  return [
    ...line('To', type === 'withdrawal' ? method : to),
    ...line('From', type === 'deposit' ? sourceOf(method) : from),
    ...line('Payment method', type === 'deposit' && !sourceOf(method) ? method : undefined),
    ...line('Note', note),
    ...line('Coins', coinsOf(trade)),
    ...line('Rate', rate === undefined ? undefined : rateText({ ...transaction, rate })),
  ];
}

/** Returns the card or account of a deposit. For a bank transfer, only the title names the payer. */
const sourceOf = (method: string | undefined) => (method === bankTransferMethod ? undefined : method);

const line = (label: string, value: ReactNode): SumLine[] =>
  value === undefined ? [] : [{ label, value: <span className="wrap-anywhere">{value}</span> }];

const coinsOf = ({ crypto, crypto_amount_exact: exact }: Pick<Transaction, 'crypto' | 'crypto_amount_exact'>) =>
  crypto !== undefined && exact !== undefined ? <AmountText amount={fromExact(crypto, exact)} /> : undefined;
