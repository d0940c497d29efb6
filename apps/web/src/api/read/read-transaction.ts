import { transactionSteps, transactionTypes, type TransactionType } from '@florin/contract';
import type { Transaction } from './answers.ts';
import {
  currencyOf,
  fieldsOf,
  listIfReadable,
  money,
  oneOf,
  optionalMoney,
  optionalText,
  text,
  time,
  type Fields,
} from './read-value.ts';

export function readTransaction(json: unknown): Transaction {
  const fields = fieldsOf(json, 'a transaction');
  const currency = currencyOf(fields['currency']);
  const [amount, amount_exact] = money(fields, 'amount', currency);
  return {
    id: text(fields, 'id'),
    type: typeOf(fields['type']),
    amount,
    amount_exact,
    currency,
    status: text(fields, 'status'),
    date: time(fields, 'date'),
    description: optionalText(fields, 'description') ?? '',
    timeline: listIfReadable(fields['timeline'], readStep),
    can_cancel: fields['can_cancel'] === true,
    ...textsOf(fields),
    ...coinsOf(fields),
    ...otherAmounts(fields, currency),
  };
}

function readStep(json: unknown): Transaction['timeline'][number] {
  const fields = fieldsOf(json, 'a step');
  return { step: oneOf(transactionSteps, fields, 'step'), at: fields['at'] === null ? null : time(fields, 'at') };
}

/** An unknown type reads as a sale (rule api-18). */
const typeOf = (type: unknown): TransactionType => transactionTypes.find((known) => known === type) ?? 'sell_crypto';

const texts = [
  'note',
  'to',
  'from',
  'counterparty',
  'crypto',
  'crypto_name',
  'usd_per_coin',
  'payment_method',
  'rate',
  'reason',
  'expires_at',
] as const;

function textsOf(fields: Fields): Partial<Pick<Transaction, (typeof texts)[number]>> {
  return Object.fromEntries(
    texts.flatMap((name) => {
      const value = optionalText(fields, name);
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

function coinsOf(fields: Fields) {
  const symbol = optionalText(fields, 'crypto');
  const coins = symbol ? optionalMoney(fields, 'cryptoAmount', symbol, 'crypto_amount_exact') : undefined;
  return coins && { cryptoAmount: coins[0], crypto_amount_exact: coins[1] };
}

function otherAmounts(fields: Fields, currency: string) {
  const fee = optionalMoney(fields, 'fee', currency);
  const other = optionalText(fields, 'counter_currency');
  const counter = other ? optionalMoney(fields, 'counter_amount', other) : undefined;
  const after = optionalMoney(fields, 'balance_after', currency);
  const reserved = optionalMoney(fields, 'reserved', currency);
  return {
    ...(fee && { fee: fee[0], fee_exact: fee[1] }),
    ...(counter && { counter_amount: counter[0], counter_amount_exact: counter[1] }),
    ...(counter && other && { counter_currency: other }),
    ...(fields['email_sent'] === false && { email_sent: false }),
    ...(reserved && { reserved: reserved[0], reserved_exact: reserved[1] }),
    ...(after && { balance_after: after[0], balance_after_exact: after[1] }),
  };
}
