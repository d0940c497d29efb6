import { type Proposal } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { fromExact } from '../../../api/exact.ts';

/** Returns the amount, such as `$24,999.44`, or an empty text for a proposal without an amount. */
export const sumOf = ({ asset, amount_exact: exact }: Proposal): string =>
  asset === null || exact === null ? '' : formatAmount(fromExact(asset, exact));

/** A short name for each kind of proposal. */
export const kindWords: Record<Proposal['kind'], string> = {
  settle_deposit: 'Settle deposit',
  return_order: 'Return money',
  supply_coins: 'Supply coins',
  reset_factor: 'Reset second factor',
  allocate_line: 'Credit unallocated money',
  allocate_unowned: 'Credit money of a closed account',
  return_line: 'Return money to its payer',
  recall_deposit: 'Take back deposit',
  write_off: 'Write off receivable',
  book_own_funds: 'Book as own funds',
};

/** Describes the effect of an approval. Continues the sentence "If you approve, …". */
export function approvalText(proposal: Proposal): string {
  const { kind, name } = proposal;
  switch (kind) {
    case 'settle_deposit':
      return `${name} gets ${sumOf(proposal)}. This can’t be undone.`;
    case 'return_order':
      return `${sumOf(proposal)} of ${name} is returned. The member sees the reason.`;
    case 'allocate_line':
    case 'allocate_unowned':
      return `${name} gets ${sumOf(proposal)}. This can’t be undone.`;
    case 'return_line':
      return `${sumOf(proposal)} goes back to its payer by the next payment batch.`;
    case 'recall_deposit':
      return `${sumOf(proposal)} is taken from ${name}. If the balance is too small, the member owes the rest.`;
    case 'book_own_funds':
      return `${sumOf(proposal)} is your own money and no longer counts as unallocated. This can’t be undone.`;
    case 'write_off':
      return `${name} no longer owes ${sumOf(proposal)}, and can send and withdraw again if nothing else is owed.`;
    case 'supply_coins':
      return `the inventory gets ${sumOf(proposal)} from the owners, and members can buy it now.`;
    case 'reset_factor':
      return `${name} loses all second factors and sessions and then needs only the password.`;
  }
}
