import type { ApiKey, KeyScope } from '@florin/contract';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { dayText } from '../../../wallet-ui/day-text.ts';

/** The rights of a key with the scope, in the order of the form. */
export const scopeWords: Readonly<Record<KeyScope, string>> = {
  'balances:read': 'See balances, limits and holdings',
  'transactions:read': 'See and export transactions',
  'contacts:read': 'See contacts',
  'contacts:write': 'Add, rename and remove contacts',
  'payments:write': 'Send money and pay requests',
  'requests:read': 'See payment requests',
  'requests:write': 'Request money',
  'invoices:read': 'See invoices',
  'invoices:write': 'Create, issue and credit invoices',
  'trades:write': 'Buy, sell and exchange',
  'deposits:write': 'Add money',
  'markets:read': 'See market prices',
  'approvals:read': 'See waiting payments and payment rules',
  'approvals:write': 'Decline and withdraw waiting payments',
  'events:read': 'Read the event log and webhooks',
  'sandbox:write': 'Move the test clock and simulate',
};
export const scopes = Object.keys(scopeWords) as readonly KeyScope[];

/** Returns the limits of a key, each in a few words. */
export function limitsOf({ caps, wallet, recipients, networks }: ApiKey): string[] {
  const cap = (exact: string | null, per: string) => (exact === null ? [] : [`${dollars(exact)} per ${per}`]);
  const limits = [
    ...cap(caps.payment_exact, 'payment'),
    ...cap(caps.day_exact, 'day'),
    ...cap(caps.month_exact, 'month'),
    ...(wallet === null ? [] : [`only ${currencyName[wallet]}`]),
    ...(recipients.length === 0 ? [] : [counted(recipients.length, 'recipient')]),
    ...(networks.length === 0 ? [] : [counted(networks.length, 'network')]),
  ];
  return limits.length === 0 ? ['No limits'] : limits;
}

/** Writes `1000.00` as `$1,000.00`. */
const dollars = (exact: string) => `$${exact.replace(/\B(?=(?:\d{3})+(?=\.))/g, ',')}`;

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

export const usageOf = ({ last_used_at: at, last_used_from: from, calls }: ApiKey): string =>
  at === null ? 'Never used' : `Used ${dayText(at)}${from === null ? '' : ` from ${from}`} · ${counted(calls, 'call')}`;
