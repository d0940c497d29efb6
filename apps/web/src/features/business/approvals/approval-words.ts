import { fromExact, type Approval } from '@florin/contract';
import { formatAmount, subtract } from '@florin/money';

export const stateBadges: Readonly<Record<Approval['state'], { tone: 'plain' | 'ok' | 'wait' | 'bad'; text: string }>> =
  {
    proposed: { tone: 'wait', text: 'Waits' },
    approved: { tone: 'ok', text: 'Approved' },
    refused: { tone: 'bad', text: 'Refused' },
    withdrawn: { tone: 'plain', text: 'Withdrawn' },
    expired: { tone: 'plain', text: 'Expired' },
    failed: { tone: 'bad', text: 'Failed' },
  };

/** Returns the amount that leaves the wallet: `$2,040.00 with the fee of $40.00`. */
export function totalText({ currency, amount_exact: exact, total_exact: all }: NonNullable<Approval['payment']>) {
  const [amount, total] = [fromExact(currency, exact), fromExact(currency, all)];
  const fee = subtract(total, amount);
  return fee.units > 0n ? `${formatAmount(total)} with the fee of ${formatAmount(fee)}` : formatAmount(total);
}

/** Returns a sentence about the proposer: `Proposed by the API key Payroll, made by Ines.` */
export const proposedText = ({ proposed_by: { name }, by_key: key }: Pick<Approval, 'proposed_by' | 'by_key'>) =>
  `Proposed by ${key ? `the API key ${key.name}, made by ${name}` : name}.`;

/** Returns the approvals so far: `1 of 2, by Lea`. */
export function approvalsText({ approvals_needed: needed, approved_by: by }: Approval): string {
  const count = `${by.length} of ${needed}`;
  return by.length === 0 ? count : `${count}, by ${by.map(({ name }) => name).join(', ')}`;
}

/** Returns the words after an approval. */
export function approvedText({ title, state, approvals_needed: needed, approved_by: by }: Approval): string {
  const missing = needed - by.length;
  return state === 'proposed'
    ? `Approved. ${missing === 1 ? 'One more approval is' : `${missing} more approvals are`} needed.`
    : `Approved: ${title}`;
}
