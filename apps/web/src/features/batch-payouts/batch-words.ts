import {
  fromExact,
  type BatchColumn,
  type BatchPayout,
  type BatchPayoutItem,
  type BatchPayoutState,
  type BatchRowState,
} from '@florin/contract';
import { formatAmount, subtract, type Amount, type FiatCode } from '@florin/money';

type Tone = 'plain' | 'ok' | 'low' | 'wait' | 'bad';
type Badged = { readonly tone: Tone; readonly text: string };

const stateBadges: Readonly<Record<BatchPayoutState, Badged>> = {
  invalid: { tone: 'bad', text: 'Has errors' },
  ready: { tone: 'plain', text: 'Ready' },
  waiting: { tone: 'wait', text: 'Waits for approval' },
  running: { tone: 'wait', text: 'Running' },
  stopped: { tone: 'bad', text: 'Stopped' },
  finished: { tone: 'ok', text: 'Finished' },
};

export function badgeOf({ state, counts }: Pick<BatchPayoutItem, 'state' | 'counts'>): Badged {
  return state === 'finished' && counts.failed > 0
    ? { tone: 'low', text: `Finished, ${counted(counts.failed)} failed` }
    : stateBadges[state];
}

/** Whether the batch payout has not been started, with or without errors. */
export const isUnstarted = ({ state }: Pick<BatchPayoutItem, 'state'>): boolean =>
  state === 'invalid' || state === 'ready';

export const rowBadges: Readonly<Record<BatchRowState, Badged>> = {
  invalid: { tone: 'bad', text: 'Has errors' },
  ready: { tone: 'plain', text: 'Ready' },
  paid: { tone: 'ok', text: 'Paid' },
  failed: { tone: 'bad', text: 'Failed' },
  not_run: { tone: 'wait', text: 'Not run' },
};

export const columnNames: Readonly<Record<BatchColumn, string>> = {
  recipient: 'Recipient',
  amount: 'Amount',
  currency: 'Currency',
  note: 'Note',
  reference: 'Reference',
};

export const counted = (count: number): string => count.toLocaleString('en');

/** Returns `1 payment` or `4,870 payments`. */
export const countText = (count: number, noun = 'payment'): string =>
  `${counted(count)} ${count === 1 ? noun : `${noun}s`}`;

/** Returns the outcome of the rows so far: `4,868 paid, 2 failed`. */
export function outcomeText({ paid, failed, not_run: rest }: BatchPayout['counts']): string {
  return [
    `${counted(paid)} paid`,
    ...(failed > 0 ? [`${counted(failed)} failed`] : []),
    ...(rest > 0 ? [`${counted(rest)} not run`] : []),
  ].join(', ');
}

const list = new Intl.ListFormat('en-GB');

export const amountsText = (amounts: readonly Amount[]): string =>
  list.format(amounts.map((amount) => formatAmount(amount)));

/** Returns the costs of the unpaid rows, with fees, by currency. */
export const openAmounts = ({ totals }: Pick<BatchPayout, 'totals'>): Amount<FiatCode>[] =>
  totals.map(({ currency, open_exact: open }) => fromExact(currency, open)).filter(({ units }) => units > 0n);

type Total = BatchPayout['totals'][number];

/** Returns the amount that the wallet lacks. Returns undefined if the wallet has enough. */
export function shortOf({ currency, open_exact: open, available_exact: available }: Total) {
  const missing = subtract(fromExact(currency, open), fromExact(currency, available));
  return missing.units > 0n ? missing : undefined;
}

/** Returns the rows that a retry pays. */
export const retried = ({ failed, not_run: rest }: BatchPayout['counts']): number => failed + rest;

export const roleReason = 'Payers, admins and owners can do this.';
