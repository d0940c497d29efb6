import { type Proposal } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { fromExact } from '../../../api/exact.ts';

/** `$24,999.44`; empty for what is about no amount. */
export const sumOf = ({ asset, amount_exact: exact }: Proposal): string =>
  asset === null || exact === null ? '' : formatAmount(fromExact(asset, exact));

/** What is proposed, in a few words. */
export const kindWords: Record<Proposal['kind'], string> = {
  settle_deposit: 'Settle deposit',
  return_order: 'Return money',
  supply_coins: 'Supply coins',
  reset_factor: 'Reset second factor',
};

/** What an approval does, as a sentence. */
export function approvalText(proposal: Proposal): string {
  const { kind, name } = proposal;
  switch (kind) {
    case 'settle_deposit':
      return `${sumOf(proposal)} arrives in the wallet of ${name}, and cannot be taken back.`;
    case 'return_order':
      return `${sumOf(proposal)} of ${name} is returned. The member reads the reason.`;
    case 'supply_coins':
      return `${sumOf(proposal)} of the owners are put into the inventory, and can be bought at once.`;
    case 'reset_factor':
      return `${name} loses every second factor and every session, and signs in with the password alone.`;
  }
}
