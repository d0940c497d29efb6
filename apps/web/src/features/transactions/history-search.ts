import { transactionStatuses, transactionTypes, type Transaction, type TransactionType } from '@florin/contract';
import { fiatCodes, type FiatCode } from '@florin/money';

export const timeFilters = ['today', 'week', 'month'] as const;
export type TimeFilter = (typeof timeFilters)[number];

/** What the address says of this screen: the filters, and the line that is open. What is absent does not filter. */
export type HistorySearch = {
  type?: TransactionType;
  time?: TimeFilter;
  q?: string;
  id?: string;
} & FurtherFilters;

/** Filters beyond the specification's. Days are the reader's own, such as `2026-10-24`, and both belong to the period. */
export type FurtherFilters = {
  currency?: FiatCode;
  status?: Transaction['status'];
  from?: string;
  to?: string;
};

/** Reads the address. What is not known there is left out, as a link may be old or made by hand. */
export function readHistorySearch(given: Record<string, unknown>): HistorySearch {
  const { type, time, q, id } = given;
  const knownType = transactionTypes.find((known) => known === type);
  const further = readFurther(given);
  const hasDays = further.from !== undefined || further.to !== undefined;
  const knownTime = hasDays ? undefined : timeFilters.find((known) => known === time);
  return {
    ...(knownType && { type: knownType }),
    ...(knownTime && { time: knownTime }),
    ...(isText(q) && { q }),
    ...(isText(id) && { id }),
    ...further,
  };
}

function readFurther({ currency, status, from, to }: Record<string, unknown>): FurtherFilters {
  const knownCurrency = fiatCodes.find((known) => known === currency);
  const knownStatus = transactionStatuses.find((known) => known === status);
  const first = isDay(from) ? from : undefined;
  return {
    ...(knownCurrency && { currency: knownCurrency }),
    ...(knownStatus && { status: knownStatus }),
    ...(first !== undefined && { from: first }),
    ...(isDay(to) && (first === undefined || first <= to) && { to }),
  };
}

/** A calendar day, not before the first possible account. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^20\d\d-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

export const furtherOf = ({ currency, status, from, to }: HistorySearch): FurtherFilters => ({
  ...(currency && { currency }),
  ...(status && { status }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

export const isFiltered = ({ type, time, q, ...further }: HistorySearch): boolean =>
  Boolean(type ?? time ?? q?.trim()) || Object.keys(furtherOf(further)).length > 0;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
