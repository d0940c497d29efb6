import { ruleCents, ruleSentence, type BusinessRole, type PaymentRule } from '@florin/contract';
import type { Draw } from '../../ledger/index.ts';
import type { Ask } from './approval-store.ts';
import { askOf } from './needed-approvals.ts';

/** The properties of an outgoing payment that the rules check. */
export type Asked = {
  /** The amount in US cents, rounded up, without the fee. */
  readonly cents: bigint;
  readonly currency: string;
  /** The recipient's address. Undefined for a withdrawal to an own bank account, which counts as listed. */
  readonly to?: string | undefined;
  /** Whether money went to the address or bank account before. */
  readonly isKnown: boolean;
  readonly role: BusinessRole;
  readonly byKey: boolean;
};

/** The refusal or the approvals that the rules demand of a payment. */
export type Demand = {
  readonly refused: boolean;
  /** The approvals that each rule asks for. Empty if the payment needs no approval. */
  readonly asks: readonly Ask[];
  /** The rules that apply, as sentences. */
  readonly why: readonly string[];
  /**
   * Counts the payment against the totals of rules. If the payment exceeds a total in the ledger, that rule applies,
   * too.
   */
  readonly draws: readonly Draw[];
};

/** Returns the demand of the rules. `exceeded` has the kinds of draws whose totals have no room for the payment. */
export function demandOf(
  rules: readonly PaymentRule[],
  owner: string,
  asked: Asked,
  exceeded: ReadonlySet<string>,
): Demand {
  const meeting = rules.filter((rule) => meets(rule, asked));
  const totals = new Map(meeting.map((rule) => [rule, totalOf(rule, owner, asked)]));
  const applying = meeting.filter((rule) => {
    const draw = totals.get(rule);
    return draw === undefined || exceeded.has(draw.kind);
  });
  const asks = applying.filter(({ effect }) => effect === 'approve').map(askOf);
  return {
    refused: applying.some(({ effect }) => effect === 'refuse'),
    asks,
    why: applying.map(ruleSentence),
    draws: meeting.flatMap((rule) => {
      const draw = totals.get(rule);
      if (!draw || applying.includes(rule)) return [];
      // The total of a rule that asks counts only payments without approval.
      return rule.effect === 'approve' && asks.length > 0 ? [] : [draw];
    }),
  };
}

/** Returns whether a payment meets the conditions of a rule, apart from its total. */
export function meets(rule: PaymentRule, { cents, currency, to, isKnown, role, byKey }: Asked): boolean {
  if (rule.over !== undefined && cents <= ruleCents(rule.over)) return false;
  if (rule.currency !== undefined && rule.currency !== currency) return false;
  if (rule.roles && !rule.roles.includes(role)) return false;
  if (rule.keys && !byKey) return false;
  const isListed = to === undefined || (rule.list?.includes(to) ?? false);
  switch (rule.recipients) {
    case undefined:
      return true;
    case 'new':
      return !isKnown;
    case 'known':
      return isKnown;
    case 'listed':
      return isListed;
    case 'unlisted':
      return !isListed;
  }
}

/** Returns the draw of a payment on the total of a rule, if the rule has one. */
export function totalOf(
  { name, per_day: day, per_month: month }: PaymentRule,
  owner: string,
  { cents }: Pick<Asked, 'cents'>,
): Draw | undefined {
  if (day !== undefined) return { owner, kind: `rule-${name}-day`, slot: '@day', units: cents, limit: ruleCents(day) };
  if (month !== undefined)
    return { owner, kind: `rule-${name}-month`, slot: '@month', units: cents, limit: ruleCents(month) };
  return undefined;
}
