import type { FiatCode } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';

/** Returns the ledger accounts for money between a member and a bank. */
export async function bankAccounts(ledger: Ledger, userId: string, currency: FiatCode) {
  const [wallet, incoming, bankClearing] = await Promise.all([
    ledger.walletId(userId, currency),
    ledger.incomingId(userId, currency),
    ledger.houseId('bank-clearing', currency),
  ]);
  return { wallet, incoming, bankClearing };
}
