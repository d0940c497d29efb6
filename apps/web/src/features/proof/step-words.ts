import type { Step } from '../../api/proof/report.ts';
import { brandName } from '../../ui/brand.ts';
import { decimalText } from '../../ui/decimal-text.ts';
import { momentText } from '../../wallet-ui/day-text.ts';
import { reasonText } from './reason-text.ts';

type Words = {
  readonly title: string;
  /** The sentence of a passed check. */
  readonly detail: (numbers: Step['numbers']) => string;
  /** The headline of a failed check. */
  readonly failed: string;
};

const count = (value: string | number | undefined) => decimalText(Number(value ?? 0), 0);

const words: Readonly<Record<string, Words>> = {
  signature: {
    title: `${brandName} signed its books`,
    detail: ({ size }) => `The signed checkpoint is of ${count(size)} entries.`,
    failed: 'The signature on the books is wrong',
  },
  witnesses: {
    title: 'Witnesses',
    detail: ({ signed, needed }) =>
      Number(needed) === 0
        ? `0 of 0: ${brandName} has named no witnesses outside the house yet.`
        : `${count(signed)} of ${count(needed)} required witnesses signed the checkpoint.`,
    failed: 'Too few witnesses signed the books',
  },
  consistency: {
    title: 'Nothing that was booked was changed',
    detail: ({ from, to }) =>
      from === undefined
        ? 'This is the first checkpoint that was compared. Later ones must continue it.'
        : from === to
          ? `This browser saw the same checkpoint of ${count(from)} entries before.`
          : `The books continue the checkpoint of ${count(from)} entries that this browser saw last.`,
    failed: 'The books are not the ones that this browser saw before',
  },
  sums: {
    title: 'The sums of the books add up to zero',
    detail: ({ number, time, assets, size }) =>
      time === undefined
        ? 'This proof shows no sums.'
        : `Sums number ${count(number)} of ${momentText(String(time))}, after ${count(size)} entries, in ${countOf(assets, 'asset')}.`,
    failed: 'The sums of the books do not add up',
  },
  balances: {
    title: 'The balances are in these sums',
    detail: (numbers) => {
      const { 'email address': email, ...assets } = numbers;
      if (email === undefined) return 'This proof shows no balance.';
      const known = Object.keys(assets).length;
      return known === 0
        ? `${String(email)} had no balance at that time.`
        : `${countOf(known, 'balance')} of ${String(email)}, up to the signed roots.`;
    },
    failed: 'The balance is not in the sums as it should be',
  },
  entries: {
    title: 'The newest entries are in the books',
    detail: ({ entries }) =>
      Number(entries) === 0
        ? 'There are no entries yet.'
        : `${countOf(entries, 'entry', 'entries')} with the amounts and balances below.`,
    failed: 'An entry is not in the books as it should be',
  },
  wallet: {
    title: 'The wallet shows the same balances',
    detail: () => 'What your wallet shows follows from the sums and your entries since then.',
    failed: 'The wallet shows another balance than the books',
  },
};

const countOf = (value: string | number | undefined, one: string, many = `${one}s`) =>
  `${count(value)} ${Number(value ?? 0) === 1 ? one : many}`;

/**
 * Whether a step was skipped: it needs an earlier step that failed, or it needs witnesses and the log has no witnesses.
 */
export const isSkipped = ({ name, ok, detail, numbers }: Step): boolean =>
  ok ? name === 'witnesses' && numbers['needed'] === 0 : detail.startsWith('Not checked');

export const stepTitle = ({ name }: Step): string => words[name]?.title ?? name;

export const stepDetail = (step: Step): string =>
  step.ok ? (words[step.name]?.detail(step.numbers) ?? step.detail) : reasonText(step.detail);

export const failedTitle = ({ name }: Step): string => words[name]?.failed ?? 'A check failed';
