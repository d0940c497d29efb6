import type { BatchPayout, BatchPayoutItem, Policy } from '@florin/contract';
import { amountOf, fiatCodes, priceSend, type FiatCode } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { PayableRow, RowSums } from './row-store.ts';

type Figures = { count: number; sum: bigint; fees: bigint; open: bigint };

/** The costs of a batch by currency, in units. `open` is the cost of the unpaid rows, including fees. */
export type BatchTotals = ReadonlyMap<FiatCode, Readonly<Figures>>;

/** The fee of one payment. Withdrawals have none. */
export const feeOf = (policy: Policy, kind: 'send' | 'withdrawal', currency: FiatCode, units: bigint): bigint =>
  kind === 'send' ? priceSend(amountOf(currency, units), policy.fees.send).fee.units : 0n;

export function totalsOf(policy: Policy, sums: readonly RowSums[]): BatchTotals {
  const totals = new Map<FiatCode, Figures>();
  for (const { state, currency, kind, amounts } of sums) {
    if (state === 'invalid' || !currency || !kind) continue;
    const figures = totals.get(currency) ?? { count: 0, sum: 0n, fees: 0n, open: 0n };
    totals.set(currency, figures);
    for (const { units: text, count } of amounts) {
      const units = BigInt(text);
      const fee = feeOf(policy, kind, currency, units);
      figures.count += count;
      figures.sum += units * BigInt(count);
      figures.fees += fee * BigInt(count);
      if (state !== 'paid') figures.open += (units + fee) * BigInt(count);
    }
  }
  return totals;
}

/** The cost of rows in one currency, in units. */
export type Cost = { readonly currency: FiatCode; readonly sum: bigint; readonly fees: bigint };

/** Returns the costs of the rows, in the order of the currencies. */
export const costsOf = (policy: Policy, rows: readonly PayableRow[]): Cost[] =>
  fiatCodes.flatMap((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    if (own.length === 0) return [];
    const sum = own.reduce((all, { amount }) => all + amount, 0n);
    const fees = own.reduce((all, { kind, amount }) => all + feeOf(policy, kind, currency, amount), 0n);
    return [{ currency, sum, fees }];
  });

export function countsOf(sums: readonly RowSums[]): BatchPayout['counts'] {
  const counts = { all: 0, invalid: 0, ready: 0, paid: 0, failed: 0, not_run: 0 };
  for (const { state, amounts } of sums) {
    const count = amounts.reduce((sum, one) => sum + one.count, 0);
    counts[state] += count;
    counts.all += count;
  }
  return counts;
}

/** The totals in the order of the currencies. */
const inOrder = (totals: BatchTotals) =>
  fiatCodes.flatMap((currency) => {
    const figures = totals.get(currency);
    return figures ? [{ currency, ...figures }] : [];
  });

export const totalViews = (totals: BatchTotals): BatchPayoutItem['totals'] =>
  inOrder(totals).map(({ currency, count, sum, fees }) => ({
    currency,
    count,
    ...moneyFields('sum', amountOf(currency, sum)),
    ...moneyFields('fees', amountOf(currency, fees)),
    ...moneyFields('total', amountOf(currency, sum + fees)),
  }));

/** `available` has the units of each currency. */
export function totalViewsWith(totals: BatchTotals, available: ReadonlyMap<string, bigint>): BatchPayout['totals'] {
  return totalViews(totals).map((view) => ({
    ...view,
    ...moneyFields('open', amountOf(view.currency, totals.get(view.currency)?.open ?? 0n)),
    ...moneyFields('available', amountOf(view.currency, available.get(view.currency) ?? 0n)),
  }));
}
