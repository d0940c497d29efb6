import { isFiat } from '@florin/money';
import type { Proof, Verdict } from '@florin/verify';

export type { Judgment, Step } from '@florin/verify';

/** The house's statement of one asset: the total of its members, and the balances of its own accounts. */
export type AssetSums = {
  readonly asset: string;
  readonly owed: bigint;
  readonly house: readonly { readonly kind: string; readonly balance: bigint }[];
};

export type StatedSums = {
  readonly number: number;
  /** The number of log entries that the sums include. */
  readonly size: number;
  readonly time: string;
  readonly assets: readonly AssetSums[];
};

export type ProvedPosting = {
  readonly account: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly sequence: bigint;
  readonly balance: bigint;
};

export type ProvedEntry = {
  readonly index: number;
  readonly number: string;
  readonly time: string;
  readonly kind: string;
  readonly postings: readonly ProvedPosting[];
};

export type ProvedBalance = { readonly account: string; readonly asset: string; readonly amount: bigint };

/** A proof with the outcome of each check, as plain data that a worker can send. */
export type ProofReport = Verdict & {
  readonly origin: string;
  readonly keys: readonly string[];
  readonly email: string | null;
  /** The signed checkpoint. */
  readonly note: string;
  readonly sums: StatedSums | undefined;
  readonly balances: readonly ProvedBalance[];
  /** Newest first. */
  readonly entries: readonly ProvedEntry[];
  /** A fraud file or a complaint, if a check failed. */
  readonly evidence: Evidence | undefined;
};

export type Evidence = { readonly format: string; readonly text: string };

/** Reads the parts that a page shows. The page shows a part only together with the outcome of the part's check. */
export function reportOf(proof: Proof, verdict: Verdict, evidence?: Evidence): ProofReport {
  return {
    ...verdict,
    origin: proof.origin,
    keys: proof.keys,
    email: proof.email,
    note: proof.checkpoint,
    sums: proof.sums ? sumsIn(proof.sums.note) : undefined,
    balances: proof.balances.map(({ account, asset, amount }) => ({ account, asset, amount: BigInt(amount) })),
    entries: proof.entries.map(entryOf).toSorted((one, other) => other.index - one.index),
    evidence,
  };
}

/** A report of an answer that contains no proof. */
export const unreadableReport = (verdict: Verdict, evidence: Evidence): ProofReport => ({
  ...verdict,
  origin: '',
  keys: [],
  email: null,
  note: '',
  sums: undefined,
  balances: [],
  entries: [],
  evidence,
});

/** Returns the lines of a signed note, without the signatures. */
const linesOf = (note: string): string[] => note.slice(0, note.indexOf('\n\n')).split('\n');

export function sumsIn(note: string): StatedSums {
  const [, number, size, time = '', ...lines] = linesOf(note);
  const words = lines.map((line) => line.split(' '));
  const house = words.filter(([word]) => word === 'house');
  const owed = new Map(
    words.flatMap(([word, asset = '', sum = '0']) => (word === 'liabilities' ? [[asset, sum]] : [])),
  );
  const names = new Set([...owed.keys(), ...house.map(([, , asset = '']) => asset)]);
  const assets = [...names].map((asset) => ({
    asset,
    owed: BigInt(owed.get(asset) ?? 0),
    house: house
      .filter(([, , of]) => of === asset)
      .map(([, kind = '', , balance = '0']) => ({ kind, balance: BigInt(balance) })),
  }));
  return { number: Number(number), size: Number(size), time, assets: assets.toSorted(fiatFirst) };
}

/** Orders by asset, with the currencies before the coins. */
export const fiatFirst = (one: { asset: string }, other: { asset: string }): number =>
  Number(isFiat(other.asset)) - Number(isFiat(one.asset)) || (one.asset < other.asset ? -1 : 1);

function entryOf({ index, header, postings }: Proof['entries'][number]): ProvedEntry {
  const [, , number = '', time = '', kind = ''] = header.split('\n');
  return {
    index,
    number,
    time,
    kind,
    postings: postings.map(({ account, text }) => {
      const [, , , asset = '', amount = '0', sequence = '0', balance = '0'] = text.split('\n');
      return { account, asset, amount: BigInt(amount), sequence: BigInt(sequence), balance: BigInt(balance) };
    }),
  };
}
