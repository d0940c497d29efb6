import type { Bytes } from './bytes.ts';
import type { SumStep } from './merkle.ts';
import type { Checkpoint, Key } from './notes.ts';

type Included = { index: number; inclusion: string[] };
type Piece = { amount: string; index: number; path: SumStep[] };
type Postings = { place: number; account: string; text: string }[];

/** The format florin-proof/1 (see the README). */
export type Proof = {
  format: string;
  origin: string;
  keys: string[];
  key_notes: (Included & { note: string })[];
  checkpoint: string;
  consistency: { from: number; hashes: string[] } | null;
  email: string | null;
  secret: string | null;
  sums: (Included & { note: string }) | null;
  balances: { account: string; asset: string; amount: string; pieces: Piece[] }[];
  statement: string | null;
  entries: (Included & { leaf: string; header: string; postings: Postings })[];
};

export type Options = {
  /** Verifier keys of the log. Without these, the key comes from the proof, which then shows only consistency. */
  trustedKeys?: readonly string[] | undefined;
  witnesses?: readonly string[] | undefined;
  /** The number of witnesses that must have signed. By default all. */
  witnessesNeeded?: number | undefined;
  /** Older cosignatures do not count. */
  maxAgeSeconds?: number | undefined;
  /** The last signed checkpoint that the reader saw. */
  lastCheckpoint?: string | undefined;
  /** The reader's address. With it, the proof must show the balances of this address. */
  email?: string | undefined;
  now?: Date | undefined;
};

export type Numbers = Record<string, string | number>;
export type Step = { name: string; ok: boolean; detail: string; numbers: Numbers };
export type Verdict = { ok: boolean; keyTrusted: boolean; steps: Step[]; failure?: Step; checkpoint?: Seen };
type Seen = { size: number; root: string; time: number | undefined };

type Stated = { text: string; origin: string | undefined; number: number; size: number; time: string };
export type Sums = Stated & { owed: Map<string, Tree>; fault?: string };
type Tree = { sum: bigint; root: Bytes; depth: number };
/**
 * The findings of the steps: the log, the time when a witness saw the log, the sums, and balances such as `5 USD` by
 * account name.
 */
export type Found = {
  given: unknown;
  proof: Proof;
  log: Log;
  time?: number;
  sums?: Sums;
  balances?: Map<string, string>;
};
type Log = Checkpoint & { keys: Key[] };
export type Passed = [detail: string, numbers: Numbers];

type Leaf = { index: number; leaf: string; inclusion: string[] };
type Pair = { first: string; second: string; consistency: string[]; first_leaf: Leaf; second_leaf: Leaf };
export type Fraud = {
  format: string;
  kind: string;
  keys: string[];
  found_at: string;
  sums: string;
  statement: string;
} & Pair;
export type Complaint = { format: string; found_at: string; last: string | null; answer: unknown };
export type Judgment = { ok: boolean; keyTrusted: boolean; detail: string };
