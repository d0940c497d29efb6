import type { FiatCode } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';

/** The accounts that money passes on its way between a member and a bank. */
export async function bankAccounts(ledger: Ledger, userId: string, currency: FiatCode) {
  const [wallet, incoming, bankClearing] = await Promise.all([
    ledger.walletId(userId, currency),
    ledger.incomingId(userId, currency),
    ledger.houseId('bank-clearing', currency),
  ]);
  return { wallet, incoming, bankClearing };
}
