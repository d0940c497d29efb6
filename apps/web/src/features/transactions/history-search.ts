import { transactionTypes, type TransactionType } from '@florin/contract';

export const timeFilters = ['today', 'week', 'month'] as const;
export type TimeFilter = (typeof timeFilters)[number];

/** What the address says of this screen: the filters, and the line that is open. What is absent does not filter. */
export type HistorySearch = {
  type?: TransactionType;
  time?: TimeFilter;
  q?: string;
  id?: string;
};

/** Reads the address. What is not known there is left out, as a link may be old or made by hand. */
export function readHistorySearch({ type, time, q, id }: Record<string, unknown>): HistorySearch {
  const knownType = transactionTypes.find((known) => known === type);
  const knownTime = timeFilters.find((known) => known === time);
  return {
    ...(knownType && { type: knownType }),
    ...(knownTime && { time: knownTime }),
    ...(isText(q) && { q }),
    ...(isText(id) && { id }),
  };
}

export const isFiltered = ({ type, time, q }: HistorySearch): boolean => Boolean(type ?? time ?? q?.trim());

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
