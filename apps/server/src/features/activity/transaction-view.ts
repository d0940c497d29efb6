import type { Transaction, TransactionType } from '@florin/contract';
import { isFiat, type FiatCode } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import { isDebit, type HistoryLine, type MovementKind, type PeopleById } from './movement.ts';

/** A line of history as the wire shows it. */
export function transactionView(line: HistoryLine, movement: MovementKind, people: PeopleById): Transaction {
  const { fee, counter, ...story } = movement.tell(line, people);
  return {
    id: lineId(line),
    type: lineType(line, movement),
    ...moneyFields('amount', line.amount),
    currency: fiatOf(line.amount.asset),
    ...moneyFields('fee', fee),
    ...moneyFields('counter_amount', counter),
    counter_currency: counter.asset,
    status: 'completed',
    date: line.recordedAt.toISOString(),
    ...story,
    ...moneyFields('balance_after', line.balanceAfter),
  };
}

export const lineType = (line: HistoryLine, { kind, debit, credit }: MovementKind): TransactionType =>
  (isDebit(line) ? debit : credit) ?? unexpected(`a line of ${kind} goes the wrong way`);

/** The posting's key: found by it at once, and the same for ever. */
const lineId = ({ account, seq }: Pick<HistoryLine, 'account' | 'seq'>) => `${account}-${seq}`;

const fiatOf = (asset: string): FiatCode => (isFiat(asset) ? asset : unexpected(`${asset} has no line in history`));

function unexpected(sentence: string): never {
  throw new Error(sentence);
}
