import { formatParts, type Amount } from '@florin/money';

/** Documents use English and UTC everywhere. */
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', hourCycle: 'h23', ...options });

const dayFormat = format({ month: 'short', day: 'numeric' });
const timeFormat = format({ hour: '2-digit', minute: '2-digit' });
const fullDayFormat = format({ year: 'numeric', month: 'long', day: 'numeric' });
const monthFormat = format({ year: 'numeric', month: 'long' });
const currencies = new Intl.DisplayNames('en', { type: 'currency' });

/** `Oct 24` */
export const day = (date: Date): string => dayFormat.format(date);
/** `09:12` */
export const time = (date: Date): string => timeFormat.format(date);
/** `October 24, 2026` */
export const fullDay = (date: Date): string => fullDayFormat.format(date);
/** `October 24, 2026, 09:12 UTC` */
export const moment = (date: Date): string => `${fullDay(date)}, ${time(date)} UTC`;
/** `October 2026` */
export const monthName = (date: Date): string => monthFormat.format(date);
/** `US Dollar` */
export const currencyName = (code: string): string => currencies.of(code) ?? code;

/** Formats a number for a column whose heading names the currency: `−1,020.00`. */
export function figure(amount: Amount, sign: 'auto' | 'always' = 'auto'): string {
  const parts = formatParts(amount, { sign });
  return `${parts.sign}${parts.major}${parts.minor}`;
}

export const sandboxNotice = 'Sandbox: no real money';
