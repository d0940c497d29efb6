import type { KycStatus, OutflowLimits } from '@florin/contract';
import { amountOf } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Member } from '../identity/index.ts';
import { usedOutflow } from '../wallets/index.ts';
import { readCase } from './case-store.ts';
import type { KycState } from './kyc-case.ts';
import type { KycDependencies } from './upload-file.ts';

const verifiedLevel = 2;

/** Returns the state of the member's verification, and the outgoing limits before and after it. */
export async function kycStatus({ pool, ledger, vault, policy }: KycDependencies, member: Member): Promise<KycStatus> {
  const { state, level, newName } = await readCase(vault, pool, member.id);
  const used = await usedOutflow(ledger, member.id);
  return {
    ...stateView(state),
    level,
    new_name: newName?.name ?? null,
    limits: {
      ...limitsView(policy.outflowLimits[level]),
      ...moneyFields('used_today', amountOf('USD', used.day)),
      ...moneyFields('used_this_month', amountOf('USD', used.month)),
    },
    next_limits: level === verifiedLevel ? null : limitsView(policy.outflowLimits[verifiedLevel]),
  };
}

function limitsView({ day, month }: OutflowLimits[KycStatus['level']]) {
  return { ...moneyFields('daily', amountOf('USD', day)), ...moneyFields('monthly', amountOf('USD', month)) };
}

function stateView(state: KycState) {
  const nothing = { submitted_at: null, decided_at: null, reasons: [], may_retry_at: null };
  if (state.status === 'none') return { ...nothing, status: state.status };
  const view = { ...nothing, status: state.status, submitted_at: state.submittedAt?.toISOString() ?? null };
  if (state.status === 'pending') return view;
  const decided = { ...view, decided_at: state.decidedAt?.toISOString() ?? null };
  return {
    ...decided,
    reasons: [...state.reasons],
    may_retry_at: state.status === 'denied' ? state.mayRetryAt.toISOString() : null,
  };
}
