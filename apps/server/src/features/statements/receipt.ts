import { fromExact, type Transaction } from '@florin/contract';
import { add, amountOf, formatAmount, negate, subtract, zero } from '@florin/money';
import type { Member } from '../identity/index.ts';
import { otherSideOf, rateOf } from './line-details.ts';
import { moment } from './words.ts';

type Line = { readonly name: string; readonly value: string; readonly second?: string };

/** The texts of one transaction's page. It contains no layout. */
export type Receipt = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly status: Transaction['status'];
  /** The main amount, in one line. */
  readonly headline: string;
  readonly facts: readonly Line[];
  readonly sum: { readonly parts: readonly Line[]; readonly total: Line };
  readonly timeline: readonly { readonly name: string; readonly at: string | undefined }[];
};

export function receiptOf(transaction: Transaction, member: Pick<Member, 'name' | 'email'>): Receipt {
  const { id, type, status, description } = transaction;
  return {
    id,
    title: titles[type],
    description,
    status,
    headline: headlineOf(transaction),
    facts: factsOf(transaction, member),
    sum: sumOf(transaction),
    timeline: transaction.timeline.map(({ step, at }) => ({
      name: steps[step],
      at: at === null ? undefined : moment(new Date(at)),
    })),
  };
}

const titles: Record<Transaction['type'], string> = {
  send: 'Payment',
  receive: 'Payment received',
  buy_crypto: 'Purchase',
  sell_crypto: 'Sale',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  exchange: 'Exchange',
  plan: 'Plan',
  taken_back: 'Deposit taken back',
};

const steps: Record<Transaction['timeline'][number]['step'], string> = {
  started: 'Started',
  sent_to_bank: 'Sent to the bank',
  completed: 'Completed',
  cancelled: 'Canceled',
  returned: 'Returned',
};

const amountsOf = (line: Transaction) => ({
  amount: fromExact(line.currency, line.amount_exact),
  fee: fromExact(line.currency, line.fee_exact),
  counter: fromExact(line.counter_currency, line.counter_amount_exact),
});

const reservedOf = ({ currency, reserved_exact: exact }: Transaction) =>
  exact === undefined ? undefined : fromExact(currency, exact);

/** A line that moved no money shows the reserved or requested amount. */
function headlineOf(line: Transaction): string {
  const { amount, counter } = amountsOf(line);
  if (amount.units !== 0n) return formatAmount(amount, { sign: 'always' });
  return formatAmount(reservedOf(line) ?? counter);
}

function factsOf(line: Transaction, member: Pick<Member, 'name' | 'email'>): Line[] {
  const { note, payment_method: method, reason, expires_at: expires, counterparty } = line;
  const holder = { value: member.name, second: member.email };
  const email = line.to ?? line.from ?? '';
  const other = otherSideOf(line);
  const person = { value: counterparty ?? email, ...(email !== counterparty && { second: email }) };
  const people =
    line.type === 'send'
      ? [
          { name: 'From', ...holder },
          { name: 'To', ...person },
        ]
      : line.type === 'receive'
        ? [
            { name: 'From', ...person },
            { name: 'To', ...holder },
          ]
        : [{ name: 'Account holder', ...holder }];
  return [
    ...people,
    { name: 'Date', value: moment(new Date(line.date)) },
    ...optional('Payment method', method),
    ...(other ? [other] : []),
    ...optional('Rate', rateOf(line)),
    ...optional('Note', note),
    ...optional('Reason', reason),
    ...optional('Unclaimed money returns', expires && moment(new Date(expires))),
  ];
}

const optional = (name: string, value: string | undefined): Line[] => (value ? [{ name, value }] : []);

/** Returns amount, fee and total. */
function sumOf(line: Transaction): Receipt['sum'] {
  const { amount, fee, counter } = amountsOf(line);
  if (amount.units === 0n)
    return {
      parts: [{ name: 'Amount', value: formatAmount(counter) }, ...reservedFee(line)],
      total: { name: `Moved${line.status === 'pending' ? ' so far' : ''}`, value: formatAmount(zero(line.currency)) },
    };
  const paid = amount.units < 0n;
  const size = paid ? negate(amount) : amount;
  const beforeFee = paid ? subtract(size, fee) : add(size, fee);
  const feeShown = amountOf(fee.asset, paid ? fee.units : -fee.units);
  return {
    parts: [
      { name: 'Amount', value: formatAmount(beforeFee) },
      { name: 'Fee', value: formatAmount(feeShown) },
    ],
    total: { name: totalName(line, paid), value: formatAmount(size) },
  };
}

/** Returns the fee that was reserved together with the amount, if any. */
function reservedFee(line: Transaction): Line[] {
  const reserved = reservedOf(line);
  if (!reserved || line.counter_currency !== line.currency) return [];
  const fee = subtract(reserved, fromExact(line.currency, line.counter_amount_exact));
  return fee.units > 0n ? [{ name: 'Fee', value: formatAmount(fee) }] : [];
}

function totalName({ status }: Transaction, paid: boolean): string {
  if (status === 'pending') return 'Total reserved';
  return paid ? 'Total paid' : 'Total received';
}
