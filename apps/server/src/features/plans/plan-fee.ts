import { planTitles, type PlanName } from '@florin/contract';
import { negate, zero } from '@florin/money';
import type { EntryMetadata } from '../../ledger/index.ts';
import type { MovementKind } from '../activity/index.ts';

export const planFeeKind = 'plan-fee';

/** Returns the metadata of a payment: a plan and its period. */
export const planFeeMetadata = (plan: PlanName, from: Date, until: Date): EntryMetadata => ({
  title: planTitles[plan],
  from: from.toISOString(),
  until: until.toISOString(),
});

/** Describes a plan payment in the history, as its receipt. */
export const planFee: MovementKind = {
  kind: planFeeKind,
  debit: 'plan',
  people: () => [],
  describe: ({ amount, metadata: { title = '', from = '', until = '' } }) => ({
    description: `${title} plan, ${day(new Date(from))} to ${day(lastDay(new Date(from), new Date(until)))}`,
    fee: zero(amount.asset),
    counter: negate(amount),
  }),
};

/** Returns the last paid day: the day before the next month starts. A payment on the last day covers that day. */
const lastDay = (from: Date, until: Date) => new Date(Math.max(from.getTime(), until.getTime() - 86_400_000));

const dayFormat = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'long', day: 'numeric' });
export const day = (date: Date): string => dayFormat.format(date);
