import { amountOf, formatAmount } from '@florin/money';
import { findMember } from './features/identity/index.ts';
import type { Proposal } from './features/proposals/index.ts';
import type { Pool } from './platform/database/pool.ts';
import { Refusal } from './platform/refusal.ts';

/**
 * Returns the operator in whose name something is proposed at the command line. Who may run commands there may name any;
 * nothing happens before another operator approves. Refusals: `user_not_found`.
 */
export async function operatorByEmail(pool: Pool, email: string): Promise<{ id: string; email: string }> {
  const member = await findMember(pool, email);
  if (member?.role !== 'operator')
    throw new Refusal('user_not_found', `${email} is not an operator. npm run operator -- list names them.`);
  return { id: member.id, email: member.email };
}

export const waitsForAnother = ({ about, proposedBy }: Proposal): string =>
  `${wordsOf(about)}: proposed by ${proposedBy.email}. Another operator has to approve it on /operations within seven days.`;

/** `Settle deposit h4198400, $800.00` */
export function wordsOf(about: Proposal['about']): string {
  if (about.kind === 'reset_factor') return 'Reset second factor';
  const amount = formatAmount(amountOf(about.asset, BigInt(about.units)));
  if (about.kind === 'supply_coins') return `Supply ${amount}`;
  return `${about.kind === 'settle_deposit' ? 'Settle deposit' : 'Return'} ${about.order}, ${amount}`;
}
