/** The ten outcomes of `ledger.post()`, in order of precedence. */
export const outcomes = [
  'posted',
  'duplicate',
  'conflict',
  'unknown_account',
  'unbalanced',
  'hold_not_open',
  'quote_used',
  'quote_expired',
  'insufficient',
  'limit',
] as const;
export type OutcomeName = (typeof outcomes)[number];

export type ModelPosting = { readonly account: bigint; readonly amount: bigint };
export type ModelDraw = {
  readonly owner: string;
  readonly slot: string;
  readonly amount: bigint;
  readonly limit: bigint;
};
export type Reservation = { readonly account: bigint; readonly amount: bigint; readonly expires: Date };

/** An entry with all that `ledger.post()` accepts. The server's commands do not use all of it yet. */
export type ModelEntry = {
  readonly key: string;
  readonly hash: bigint;
  readonly postings: readonly ModelPosting[];
  readonly draws: readonly ModelDraw[];
  readonly quote?: { readonly id: string; readonly expires: Date };
  readonly endsHold?: bigint;
  readonly reserves?: Reservation;
};

/** The kind of every allowance in these tests. */
export const drawKind = 'send-per-day';

const day = 86_400_000;
export const past = new Date(Date.now() - day);
export const future = new Date(Date.now() + 365 * day);
export const isOver = (moment: Date): boolean => moment.getTime() < Date.now();
