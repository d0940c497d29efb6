import type { approverRoles, BusinessRole, PaymentRule } from '@florin/contract';
import { parseAmount } from '@florin/money';

type Approver = (typeof approverRoles)[number];

/** The form's fields of a rule. An empty text means that the rule lacks this condition. */
export type RuleDraft = {
  readonly over: string;
  readonly total: string;
  readonly period: 'day' | 'month';
  readonly currency: PaymentRule['currency'] | '';
  readonly recipients: NonNullable<PaymentRule['recipients']> | '';
  /** Addresses, one a line. */
  readonly list: string;
  readonly roles: readonly BusinessRole[];
  readonly keys: boolean;
  readonly effect: PaymentRule['effect'];
  readonly approvals: number;
  readonly approvers: readonly Approver[];
};

export type RuleErrors = Partial<Record<'over' | 'total' | 'list', string>>;

/** A new rule asks for one approval of single payments above an amount. */
const newDraft: RuleDraft = {
  over: '',
  total: '',
  period: 'day',
  currency: '',
  recipients: '',
  list: '',
  roles: [],
  keys: false,
  effect: 'approve',
  approvals: 1,
  approvers: [],
};

export const draftOf = (rule: PaymentRule | undefined): RuleDraft =>
  rule
    ? {
        over: rule.over ?? '',
        total: rule.per_day ?? rule.per_month ?? '',
        period: rule.per_month === undefined ? 'day' : 'month',
        currency: rule.currency ?? '',
        recipients: rule.recipients ?? '',
        list: rule.list?.join('\n') ?? '',
        roles: rule.roles ?? [],
        keys: rule.keys ?? false,
        effect: rule.effect,
        approvals: rule.approvals ?? 1,
        approvers: rule.approvers ?? [],
      }
    : newDraft;

export const usesList = ({ recipients }: RuleDraft): boolean => recipients === 'listed' || recipients === 'unlisted';

/** Returns the rule of a form, or the errors of the form's fields. */
export function readDraft(name: string, draft: RuleDraft): { rule: PaymentRule } | { errors: RuleErrors } {
  const errors = errorsOf(draft);
  if (Object.keys(errors).length > 0) return { errors };
  const { over, total, period, currency, recipients, roles, keys, effect, approvals, approvers } = draft;
  return {
    rule: {
      name,
      ...(over.trim() === '' ? {} : { over: plain(over) }),
      ...(total.trim() === '' ? {} : { [period === 'day' ? 'per_day' : 'per_month']: plain(total) }),
      ...(currency === '' || currency === undefined ? {} : { currency }),
      ...(recipients === '' ? {} : { recipients }),
      ...(usesList(draft) ? { list: addressesIn(draft.list) } : {}),
      ...(roles.length === 0 ? {} : { roles: [...roles] }),
      ...(keys ? { keys: true as const } : {}),
      effect,
      ...(effect === 'approve' ? { approvals } : {}),
      ...(effect === 'approve' && approvers.length > 0 ? { approvers: [...approvers] } : {}),
    },
  };
}

function errorsOf(draft: RuleDraft): RuleErrors {
  const isWrong = (text: string) => text.trim() !== '' && !isDollars(text);
  const addresses = addressesIn(draft.list);
  const wrong = addresses.find((each) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(each));
  return {
    ...(isWrong(draft.over) && { over: amountWrong }),
    ...(isWrong(draft.total) && { total: amountWrong }),
    ...(usesList(draft) && addresses.length === 0 && { list: 'Enter at least one email address.' }),
    ...(usesList(draft) && wrong !== undefined && { list: `${wrong} is not an email address.` }),
  };
}

const amountWrong = 'Enter an amount in US dollars, such as 1000.';

const plain = (text: string) => text.trim().replaceAll(',', '');
const isDollars = (text: string) =>
  /^\d{1,9}(\.\d{1,2})?$/.test(plain(text)) && parseAmount('USD', plain(text)).amount !== undefined;

const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

/** Returns a name that no other rule has. The server counts a rule's totals by the rule's name. */
export function freeName(rules: readonly Pick<PaymentRule, 'name'>[]): string {
  const taken = new Set(rules.map(({ name }) => name));
  let count = rules.length + 1;
  while (taken.has(`rule-${count}`)) count += 1;
  return `rule-${count}`;
}
