import { amountOf, zero } from '@florin/money';
import { isDebit, type MovementKind } from '../activity/index.ts';

export const exchangeKind = 'exchange';

/** Describes an exchange in the history, with one line per currency. */
export const exchangedMoney: MovementKind = {
  kind: exchangeKind,
  debit: 'exchange',
  credit: 'exchange',
  people: () => [],
  describe: (line) => {
    const { from = '', to = '', amount = '0', fee = '0', received = '0', rate, back } = line.metadata;
    const [paid, got] = [amountOf(from, BigInt(amount)), amountOf(to, BigInt(received))];
    return isDebit(line)
      ? { description: `Exchanged to ${to}`, fee: amountOf(from, BigInt(fee)), counter: got, ...(rate ? { rate } : {}) }
      : { description: `Exchanged from ${from}`, fee: zero(to), counter: paid, ...(back ? { rate: back } : {}) };
  },
};
