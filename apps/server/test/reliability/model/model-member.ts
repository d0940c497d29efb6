import type { Transaction } from '@florin/contract';
import { add, zero, type Amount, type FiatCode, type Position } from '@florin/money';

/** A line of history. What waits is changed in place when it is called back. */
export type Line = {
  /** Counts the entries of the whole model: the order of the history. */
  readonly entry: number;
  readonly type: Transaction['type'];
  amount: Amount<FiatCode>;
  fee: Amount;
  readonly counter: Amount;
  status: Transaction['status'];
  readonly note: string;
  /** What the wallet held after it; none for what was not posted. */
  readonly balanceAfter?: Amount<FiatCode>;
  /** What it keeps in the wallet, and what of that counts towards the limit. */
  readonly waits?: { readonly reserved: Amount<FiatCode>; readonly counted: Amount<FiatCode> };
  /** As the product calls it, once that is known. */
  id?: string;
};

export type ModelMember = {
  readonly posted: Record<FiatCode, bigint>;
  readonly held: Record<FiatCode, bigint>;
  readonly positions: Map<string, Position>;
  /** Newest first. */
  readonly lines: Line[];
  /** Cents of a dollar. */
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

/** What a line says beyond its amount and what became of it. */
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

/** Of what one deposit or withdrawal may be. */
export const isOutOfBounds = ({ units }: Amount) => units < 1_00n || units > 25_000_00n;

/** What is held cannot be spent. */
export const lacks = (member: ModelMember, { asset, units }: Amount<FiatCode>) =>
  member.posted[asset] - member.held[asset] < units;

/** All coins together, those sold since included. */
export const totalGains = (positions: Iterable<Position>) =>
  [...positions].reduce(
    (sum, { cost, realizedGain }) => ({ cost: add(sum.cost, cost), gain: add(sum.gain, realizedGain) }),
    { cost: zero('USD'), gain: zero('USD') },
  );
