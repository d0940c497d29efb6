import type { Transaction } from '@florin/contract';
import { amountOf, fiatCodes, subtract, toDecimal } from '@florin/money';
import { expect } from 'vitest';
import type { Line, ModelMember } from './model-member.ts';

/** Returns a model line in the wire format. */
export const lineView = ({ type, amount, fee, counter, status, note, balanceAfter, waits }: Line) => ({
  type,
  amount: toDecimal(amount),
  currency: amount.asset,
  fee: toDecimal(fee),
  counter: toDecimal(counter),
  counterCurrency: counter.asset,
  status,
  note,
  crypto: type === 'buy_crypto' || type === 'sell_crypto' ? counter.asset : '',
  canCancel: waits !== undefined && status === 'pending',
  balanceAfter: balanceAfter ? toDecimal(balanceAfter) : '',
});

/** Returns an answer's line in the same format. */
export const answerView = (line: Transaction) => ({
  type: line.type,
  amount: line.amount_exact,
  currency: line.currency,
  fee: line.fee_exact,
  counter: line.counter_amount_exact,
  counterCurrency: line.counter_currency,
  status: line.status,
  note: line.note ?? '',
  crypto: line.crypto ?? '',
  canCancel: line.can_cancel,
  balanceAfter: line.balance_after_exact ?? '',
});

/** Expects equal lines. The two lines of an exchange have the same time, so their order is not checked. */
export function expectSameLines(answered: readonly Transaction[], lines: readonly Line[]) {
  const seen = answered.map((line) => ({ at: line.date, view: answerView(line) }));
  const expected = lines.map((line) => ({ at: String(line.entry), view: lineView(line) }));
  expect(pairsSorted(seen)).toEqual(pairsSorted(expected));
}

type View = ReturnType<typeof lineView>;

function pairsSorted(lines: readonly { readonly at: string; readonly view: View }[]): View[] {
  const sorted = [...lines];
  for (let i = 1; i < sorted.length; i++) {
    const [one, next] = [sorted[i - 1], sorted[i]];
    if (!one || !next || one.at !== next.at || !isExchange(one) || !isExchange(next)) continue;
    if (one.view.currency > next.view.currency) [sorted[i - 1], sorted[i]] = [next, one];
  }
  return sorted.map(({ view }) => view);
}

const isExchange = ({ view }: { readonly view: View }) => view.type === 'exchange';

export const walletsView = ({ posted, held }: ModelMember) =>
  fiatCodes.map((currency) => {
    const [balance, reserved] = [amountOf(currency, posted[currency]), amountOf(currency, held[currency])];
    return {
      currency,
      balance: toDecimal(balance),
      held: toDecimal(reserved),
      available: toDecimal(subtract(balance, reserved)),
    };
  });
