import { fromExact } from '@florin/contract';
import { formatAmount, isFiat } from '@florin/money';
import type { Statement } from '../../../api/shared-statement.ts';
import { dateFormat } from '../../../ui/date-format.ts';
import { monthName } from '../../../wallet-ui/months.ts';

/** Formats an exact amount with its sign and code. Another house may use a currency that this app does not know. */
export const amountWords = (currency: string, amount: string): string =>
  isFiat(currency) ? `${formatAmount(fromExact(currency, amount))} ${currency}` : `${amount} ${currency}`;

const moment = dateFormat({ month: 'long', day: true, year: true, time: 'minute', zone: 'UTC' });
/** Formats a time, such as `December 1, 2026, 09:20 UTC`: maker and reader may live in different zones. */
export const utcMoment = (date: Date): string => `${moment(date)} UTC`;

/** Summarizes a statement in a sentence. */
export function statementSentence({ kind, currency, amount, from = '', to = '' }: Statement): string {
  const figure = amountWords(currency, amount);
  if (kind === 'balance') return `The available balance was at least ${figure}.`;
  const period = from === to ? `in ${monthName(from)}` : `from ${monthName(from)} to ${monthName(to)}`;
  return `The income from one payer was ${figure} ${period}.`;
}

/** Whether the last month had not ended when the statement was made. */
export const isUnended = ({ to, issuedAt }: Statement): boolean =>
  to !== undefined && issuedAt.toISOString().startsWith(to);

export const hostOf = (issuer: string): string => issuer.replace(/^https?:\/\//, '');
