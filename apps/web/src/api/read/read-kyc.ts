import { kycItems } from '@florin/contract';
import type { KycStatus } from './answers.ts';
import {
  fieldsOf,
  listIfReadable,
  money,
  oneOf,
  optionalMoney,
  optionalText,
  optionalTime,
  text,
  type Fields,
} from './read-value.ts';

const statuses = ['none', 'pending', 'needs_more', 'verified', 'denied'] as const;

export function readKycStatus(json: unknown): KycStatus {
  const fields = fieldsOf(json, 'a verification');
  return {
    status: statusOf(fields),
    level: typeof fields['level'] === 'number' ? fields['level'] : text(fields, 'level'),
    new_name: optionalText(fields, 'new_name') ?? null,
    limits: readLimits(fieldsOf(fields['limits'], 'limits')),
    next_limits: readNext(fields['next_limits']),
    submitted_at: optionalTime(fields, 'submitted_at') ?? null,
    decided_at: optionalTime(fields, 'decided_at') ?? null,
    reasons: listIfReadable(fields['reasons'], readReason),
    may_retry_at: optionalTime(fields, 'may_retry_at') ?? null,
  };
}

/**
 * On other servers, a verification is either verified or not verified (rule kyc-12). Only our own server names the
 * other states, together with the time of submission. Without that time, any other status shows the wizard.
 */
function statusOf(fields: Fields): KycStatus['status'] {
  const status = statuses.find((known) => known === fields['status']) ?? 'none';
  return status === 'verified' || optionalTime(fields, 'submitted_at') !== undefined ? status : 'none';
}

function readReason(json: unknown): KycStatus['reasons'][number] {
  const fields = fieldsOf(json, 'a reason');
  return { item: oneOf(kycItems, fields, 'item'), reason: text(fields, 'reason') };
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
