import { formatParts, type Amount } from '@florin/money';

/**
 * Documents use English and UTC everywhere. Each format is made at its first use, because making all formats would take
 * 15 ms of a start.
 */
const format = (options: Intl.DateTimeFormatOptions) => {
  let made: Intl.DateTimeFormat | undefined;
  return (date: Date): string => {
    made ??= new Intl.DateTimeFormat('en', { timeZone: 'UTC', hourCycle: 'h23', ...options });
    return made.format(date);
  };
};

/** `Oct 24` */
export const day = format({ month: 'short', day: 'numeric' });
/** `09:12` */
export const time = format({ hour: '2-digit', minute: '2-digit' });
/** `October 24, 2026` */
export const fullDay = format({ year: 'numeric', month: 'long', day: 'numeric' });
/** `October 2026` */
export const monthName = format({ year: 'numeric', month: 'long' });
/** `October 24, 2026, 09:12 UTC` */
export const moment = (date: Date): string => `${fullDay(date)}, ${time(date)} UTC`;
/** `US Dollar` */
export const currencyName = (code: string): string => {
  currencies ??= new Intl.DisplayNames('en', { type: 'currency' });
  return currencies.of(code) ?? code;
};

let currencies: Intl.DisplayNames | undefined;

/** Formats a number for a column whose heading names the currency: `−1,020.00`. */
export function figure(amount: Amount, sign: 'auto' | 'always' = 'auto'): string {
  const parts = formatParts(amount, { sign });
  return `${parts.sign}${parts.major}${parts.minor}`;
}

export const sandboxNotice = 'Sandbox: no real money';
