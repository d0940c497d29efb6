import { amountOf, formatAmount, parseAmount } from '@florin/money';
import * as z from 'zod/mini';
import { businessRole, roleTitles, type BusinessRole } from './roles.ts';
import { currency, email } from './wire.ts';

const dollars = z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/, 'Enter an amount in US dollars, such as 1000.'));

/** The roles that may decide about the payments of others. */
export const approverRoles = ['owner', 'admin', 'approver'] as const satisfies readonly BusinessRole[];

/**
 * A rule for outgoing payments that meet all of the rule's conditions. If several rules apply and one of them refuses,
 * the payment is refused. Otherwise each rule needs the approvals of its own roles. Amounts are in US dollars; other
 * currencies count by the fixed rates of the limits.
 */
export const paymentRule = z.object({
  /** Chosen by the client, unique within the rules. The server counts the day's and month's totals by this name. */
  name: z.string().check(z.regex(/^[a-z0-9-]{1,24}$/, 'Use up to 24 letters, digits and hyphens.')),
  /** Applies to single payments above this amount. */
  over: z.optional(dollars),
  /** Applies as soon as the payments of the UTC day would be above this amount, without the approved payments. */
  per_day: z.optional(dollars),
  per_month: z.optional(dollars),
  currency: z.optional(currency),
  /** `new`: no earlier payment went to this address or bank account. `listed` and `unlisted`: `list` decides. */
  recipients: z.optional(z.enum(['new', 'known', 'listed', 'unlisted'])),
  list: z.optional(z.array(email).check(z.maxLength(500))),
  /** Applies to payments of people with one of these roles. */
  roles: z.optional(z.array(businessRole).check(z.minLength(1))),
  /** Applies to payments by API keys only. */
  keys: z.optional(z.literal(true)),
  effect: z.enum(['approve', 'refuse']),
  /** With `approve`: the number of other people who must approve. */
  approvals: z.optional(z.int().check(z.minimum(1), z.maximum(5))),
  /** With `approve`: the roles with approvals that count. By default all roles that may approve. */
  approvers: z.optional(z.array(z.enum(approverRoles)).check(z.minLength(1))),
});
export type PaymentRule = z.infer<typeof paymentRule>;

export const paymentRules = z.array(paymentRule).check(
  z.maxLength(30),
  z.refine((rules) => new Set(rules.map(({ name }) => name)).size === rules.length, 'Give each rule its own name.'),
  z.refine(
    (rules) => rules.every(({ recipients, list }) => (list !== undefined) === /listed/.test(recipients ?? '')),
    'Give a list of recipients exactly for rules about listed or unlisted recipients.',
  ),
  z.refine(
    (rules) => rules.every(({ per_day, per_month }) => per_day === undefined || per_month === undefined),
    'A rule counts a day or a month, not both.',
  ),
);

/** The rules of a business that has not changed its rules. */
export const defaultPaymentRules: readonly PaymentRule[] = [
  { name: 'large', over: '1000', effect: 'approve', approvals: 1 },
  { name: 'new', over: '250', recipients: 'new', effect: 'approve', approvals: 1 },
  { name: 'day', per_day: '5000', effect: 'approve', approvals: 1 },
];

/** Returns a rule as a sentence: `Payments above $1,000.00 need one approval by another person.` */
export function ruleSentence(rule: PaymentRule): string {
  const outcome = rule.effect === 'refuse' ? 'are not allowed' : `need ${approvalsText(rule)}`;
  return `${['Payments', ...conditionsOf(rule)].join(' ')} ${outcome}.`;
}

function conditionsOf({ over, per_day, per_month, currency: code, recipients, list, roles, keys }: PaymentRule) {
  return [
    ...(keys ? ['by API keys'] : []),
    ...(roles ? [`by ${listed(roles.map((role) => `${roleTitles[role].toLowerCase()}s`))}`] : []),
    ...(code ? [`in ${code}`] : []),
    ...(recipients ? [recipientTexts[recipients](list?.length ?? 0)] : []),
    ...(over === undefined ? [] : [`above ${dollarText(over)}`]),
    ...(per_day === undefined ? [] : [`beyond ${dollarText(per_day)} a day`]),
    ...(per_month === undefined ? [] : [`beyond ${dollarText(per_month)} a month`]),
  ];
}

const recipientTexts = {
  new: () => 'to new recipients',
  known: () => 'to known recipients',
  listed: (count: number) => `to the ${count} listed recipients`,
  unlisted: () => 'to recipients who are not on the list',
};

function approvalsText({ approvals = 1, approvers }: PaymentRule): string {
  const count = approvals === 1 ? 'one approval' : `${approvals} approvals`;
  const whose = approvers ? `by ${listed(approvers.map((role) => `${roleTitles[role].toLowerCase()}s`))}` : '';
  return [count, whose || (approvals === 1 ? 'by another person' : 'by other people')].join(' ');
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** The cents of an amount in a rule. */
export const ruleCents = (dollarsText: string): bigint => parseAmount('USD', dollarsText).amount?.units ?? 0n;

const dollarText = (text: string) => formatAmount(amountOf('USD', ruleCents(text)));
