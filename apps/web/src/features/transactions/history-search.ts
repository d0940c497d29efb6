import { transactionStatuses, transactionTypes, type Transaction, type TransactionType } from '@florin/contract';
import { fiatCodes, type FiatCode } from '@florin/money';

export const timeFilters = ['today', 'week', 'month'] as const;
export type TimeFilter = (typeof timeFilters)[number];

/** The URL's search parameters: the filters and the id of the open transaction. An absent filter matches all. */
export type HistorySearch = {
  type?: TransactionType;
  time?: TimeFilter;
  q?: string;
  id?: string;
} & ExtraFilters;

/**
 * Filters beyond the specification. `from` and `to` are inclusive days, such as `2026-10-24`, in the browser's zone.
 */
export type ExtraFilters = {
  currency?: FiatCode;
  status?: Transaction['status'];
  from?: string;
  to?: string;
};

/** Parses the URL's search parameters. Ignores unknown and invalid values, which old links may contain. */
export function readHistorySearch(given: Record<string, unknown>): HistorySearch {
  const { type, time, q, id } = given;
  const knownType = transactionTypes.find((known) => known === type);
  const extra = readExtraFilters(given);
  const hasDays = extra.from !== undefined || extra.to !== undefined;
  const knownTime = hasDays ? undefined : timeFilters.find((known) => known === time);
  return {
    ...(knownType && { type: knownType }),
    ...(knownTime && { time: knownTime }),
    ...(isText(q) && { q }),
    ...(isText(id) && { id }),
    ...extra,
  };
}

function readExtraFilters({ currency, status, from, to }: Record<string, unknown>): ExtraFilters {
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

/** Accepts valid calendar days from the year 2000 on, such as `2026-10-24`. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^20\d\d-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

export const extraFiltersOf = ({ currency, status, from, to }: HistorySearch): ExtraFilters => ({
  ...(currency && { currency }),
  ...(status && { status }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

export const isFiltered = ({ type, time, q, ...extra }: HistorySearch): boolean =>
  Boolean(type ?? time ?? q?.trim()) || Object.keys(extraFiltersOf(extra)).length > 0;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
