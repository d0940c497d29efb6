import { amountOf, formatAmount } from '@florin/money';
import { findMember } from '../features/identity/index.ts';
import type { Proposal } from '../features/proposals/index.ts';
import type { Pool } from '../platform/database/pool.ts';
import { Refusal } from '../platform/refusal.ts';

/**
 * Returns the operator who makes a proposal at the command line. Command line users may name any operator, because another
 * operator must approve the proposal. Refusals: `user_not_found`.
 */
export async function operatorByEmail(pool: Pool, email: string): Promise<{ id: string; email: string }> {
  const member = await findMember(pool, email);
  if (member?.role !== 'operator')
    throw new Refusal(
      'user_not_found',
      `${email} is not an operator. Run npm run florin -- operator list to see all operators.`,
    );
  return { id: member.id, email: member.email };
}

export const waitsForAnother = ({ about, proposedBy }: Proposal): string =>
  `${wordsOf(about)}: proposed by ${proposedBy.email}. Another operator must approve it on /operations within seven days.`;

/** Describes a proposal: `Settle deposit h4198400, $800.00` */
export function wordsOf(about: Proposal['about']): string {
  if (about.kind === 'reset_factor') return 'Reset second factor';
  const amount = formatAmount(amountOf(about.asset, BigInt(about.units)));
  if (about.kind === 'supply_coins') return `Supply ${amount}`;
  if (about.kind === 'write_off') return `Write off receivable, ${amount}`;
  if ('unowned' in about) return `Credit money of closed account, entry ${about.unowned}, ${amount}`;
  if ('line' in about) return `${lineWords[about.kind]} ${about.line}, ${amount}`;
  return `${about.kind === 'settle_deposit' ? 'Settle deposit' : 'Return'} ${about.order}, ${amount}`;
}

const lineWords = {
  allocate_line: 'Credit statement line',
  return_line: 'Return statement line',
  book_own_funds: 'Book as own funds: statement line',
  recall_deposit: 'Take back statement line',
};
