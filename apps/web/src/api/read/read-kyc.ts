import type { KycStatus as SentStatus } from '@florin/contract';
import type { KycStatus } from './answers.ts';
import { fieldsOf, money, optionalMoney, optionalText, text, type Fields } from './read-value.ts';

const statuses = ['none', 'pending', 'needs_more', 'verified', 'denied'] as const;

/** A status that is not known is one that nothing came of yet: "verified or anything else" (specification, section 3). */
export function readKycStatus(json: unknown): KycStatus {
  const fields = fieldsOf(json, 'a verification');
  return {
    status: statuses.find((known) => known === fields['status']) ?? 'none',
    level: typeof fields['level'] === 'number' ? fields['level'] : text(fields, 'level'),
    limits: readLimits(fieldsOf(fields['limits'], 'limits')),
    next_limits: readNext(fields['next_limits']),
    submitted_at: optionalText(fields, 'submitted_at') ?? null,
    decided_at: optionalText(fields, 'decided_at') ?? null,
    reasons: Array.isArray(fields['reasons']) ? (fields['reasons'] as SentStatus['reasons']) : [],
    may_retry_at: optionalText(fields, 'may_retry_at') ?? null,
  };
}

function readLimits(fields: Fields): KycStatus['limits'] {
  const today = optionalMoney(fields, 'used_today', 'USD');
  const month = optionalMoney(fields, 'used_this_month', 'USD');
  return {
    ...readBounds(fields),
    ...(today && { used_today: today[0], used_today_exact: today[1] }),
    ...(month && { used_this_month: month[0], used_this_month_exact: month[1] }),
  };
}

function readBounds(fields: Fields) {
  const [daily, daily_exact] = money(fields, 'daily', 'USD');
  const [monthly, monthly_exact] = money(fields, 'monthly', 'USD');
  return { daily, daily_exact, monthly, monthly_exact };
}

const readNext = (json: unknown) => (json === undefined || json === null ? null : readBounds(fieldsOf(json, 'limits')));
