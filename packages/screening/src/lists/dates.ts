import type { DateRange } from '../screening-list.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The maximum error of an approximate date in years. */
const CIRCA_YEARS = 2;

/** Returns the range of `1970-02-03`, `1970-02` or `1970`. Returns null for other texts. */
export function rangeOf(text: string): DateRange | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?/.exec(text.trim()) ?? [];
  if (year === undefined || year === '0000') return null;
  if (month === undefined) return years(Number(year), Number(year));
  if (day === undefined) return { from: `${year}-${month}-01`, to: `${year}-${month}-31` };
  return { from: `${year}-${month}-${day}`, to: `${year}-${month}-${day}` };
}

export const years = (from: number, to: number): DateRange => ({ from: `${from}-01-01`, to: `${to}-12-31` });

/** Widens a range by the maximum error of an approximate date. */
export const circa = ({ from, to }: DateRange): DateRange =>
  years(Number(from.slice(0, 4)) - CIRCA_YEARS, Number(to.slice(0, 4)) + CIRCA_YEARS);

/** Reads `28 Apr 1937`, `Apr 1937`, `1937`, `circa 1937` and `1937 to 1940`. Returns null for other texts. */
export function rangeOfWords(text: string): DateRange | null {
  const words = text.trim();
  const isCirca = /^circa\b/i.test(words);
  const parts = words
    .replace(/^circa\s+/i, '')
    .split(/\s+to\s+/i)
    .map(rangeOfDay);
  const [first, last = first] = parts;
  if (!first || !last) return null;
  const range = { from: first.from, to: last.to };
  return isCirca ? circa(range) : range;
}

function rangeOfDay(text: string): DateRange | null {
  const [, day, month, year] = /^(?:(\d{1,2})\s+)?(?:([A-Za-z]{3})[a-z]*\s+)?(\d{4})$/.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  if (month === undefined) return day === undefined ? rangeOf(year) : null;
  const index = months.indexOf(month.toLowerCase());
  if (index < 0) return null;
  const number = String(index + 1).padStart(2, '0');
  return rangeOf(day === undefined ? `${year}-${number}` : `${year}-${number}-${day.padStart(2, '0')}`);
}
