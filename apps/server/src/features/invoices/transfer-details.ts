import type { PublicInvoice } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { fundingInstructions, type ThirdPartyDeposits } from '../bank/index.ts';
import { openAmount, type Invoice } from './invoice.ts';

export type TransferSettings = {
  readonly pool: Pool;
  readonly operatorAccounts: readonly OperatorAccount[];
  readonly thirdPartyDeposits: ThirdPartyDeposits;
};

/**
 * Returns the details for paying the open amount by bank transfer. The reference belongs to the issuer, so the money is
 * a deposit of the issuer. The issuer records it on the invoice. Returns null if no amount is open, if the server has
 * no account in the currency, or if the server returns deposits whose payer has another name.
 */
export async function transferDetails(
  { pool, operatorAccounts, thirdPartyDeposits }: TransferSettings,
  invoice: Invoice,
): Promise<PublicInvoice['transfer']> {
  const amount = openAmount(invoice);
  if (amount.units === 0n || thirdPartyDeposits === 'return') return null;
  const accounts = operatorAccounts.filter(({ currency }) => currency === invoice.currency);
  const [found] = await fundingInstructions(pool, invoice.owner.id, { accounts, canSimulate: false, amount });
  if (!found) return null;
  const { holder, bank, account, reference_printed: reference, qr } = found;
  return { holder, bank, account, reference, qr };
}
