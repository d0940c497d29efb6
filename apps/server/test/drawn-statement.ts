import type { Transaction } from '@florin/contract';
import { amountOf } from '@florin/money';
import type { DrawnDocument } from '../src/features/statements/drawing/draw-in-thread.ts';

const line: Transaction = {
  id: '1042-7',
  type: 'send',
  amount: -1,
  amount_exact: '-1.00',
  currency: 'USD',
  fee: 0,
  fee_exact: '0.00',
  counter_amount: 1,
  counter_amount_exact: '1.00',
  counter_currency: 'USD',
  status: 'completed',
  date: '2026-10-24T09:12:00.000Z',
  description: 'Sent to Jonas',
  timeline: [],
  can_cancel: false,
};

/** Returns a statement of this many equal lines, which are read 500 at a time. */
export function drawnStatement(count: number): [DrawnDocument, () => AsyncGenerator<Transaction[]>] {
  const [usd, firstDay] = [(units: number) => amountOf('USD', BigInt(units)), new Date('2026-10-01T00:00:00Z')];
  const summary = {
    opening: usd(count * 100),
    moneyIn: usd(0),
    moneyOut: usd(count * 100),
    closing: usd(0),
    count,
    holder: { name: 'Ines', email: 'ines@florin.example' },
    wallet: 'USD' as const,
    month: '2026-10',
    firstDay,
    lastDay: new Date('2026-10-31T23:59:59.999Z'),
  };
  const lines = async function* () {
    for (let at = 0; at < count; at += 500) yield Array.from({ length: Math.min(500, count - at) }, () => line);
  };
  return [{ kind: 'statement', statement: summary, head: { mode: 'live', brand: 'Florin', picture: 'coin' } }, lines];
}
