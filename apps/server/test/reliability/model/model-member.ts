import type { Transaction } from '@florin/contract';
import { add, zero, type Amount, type FiatCode, type Position } from '@florin/money';

/** A line of the history. Canceling changes a pending line in place. */
export type Line = {
  /** The entry's number in the whole model, which orders the history. */
  readonly entry: number;
  readonly type: Transaction['type'];
  amount: Amount<FiatCode>;
  fee: Amount;
  readonly counter: Amount;
  status: Transaction['status'];
  readonly note: string;
  /** The wallet's balance after the line; undefined if the line was not posted. */
  readonly balanceAfter?: Amount<FiatCode>;
  /** For a pending line: the reserved amount, and the part that counts towards the limit. */
  readonly waits?: { readonly reserved: Amount<FiatCode>; readonly counted: Amount<FiatCode> };
  /** The product's id of the line, once known. */
  id?: string;
};

export type ModelMember = {
  readonly posted: Record<FiatCode, bigint>;
  readonly held: Record<FiatCode, bigint>;
  readonly positions: Map<string, Position>;
  /** Newest first. */
  readonly lines: Line[];
  /** In US cents. */
  usedToday: bigint;
  boughtThisMonth: bigint;
};

export const newMember = (): ModelMember => ({
  posted: { USD: 0n, EUR: 0n, GBP: 0n },
  held: { USD: 0n, EUR: 0n, GBP: 0n },
  positions: new Map(),
  lines: [],
  usedToday: 0n,
  boughtThisMonth: 0n,
});

/** The parts of a line beyond its amount and its outcome. */
export type Story = {
  readonly type: Transaction['type'];
  readonly counter: Amount;
  readonly fee?: Amount;
  readonly note?: string;
};

export function write(member: ModelMember, line: Omit<Line, 'fee' | 'note'> & { fee?: Amount; note?: string }): Line {
  const written = { ...line, fee: line.fee ?? zero(line.amount.asset), note: line.note ?? '' };
  member.lines.unshift(written);
  return written;
}

/** Returns whether the amount is outside the bounds of one deposit or withdrawal. */
export const isOutOfBounds = ({ units }: Amount) => units < 1_00n || units > 25_000_00n;

/** Returns whether the member's available balance is too small. Held money cannot be spent. */
export const lacks = (member: ModelMember, { asset, units }: Amount<FiatCode>) =>
  member.posted[asset] - member.held[asset] < units;

/** Sums cost and realized gain over all coins, including those sold since. */
export const totalGains = (positions: Iterable<Position>) =>
  [...positions].reduce(
    (sum, { cost, realizedGain }) => ({ cost: add(sum.cost, cost), gain: add(sum.gain, realizedGain) }),
    { cost: zero('USD'), gain: zero('USD') },
  );
