import type { Ledger } from '../../ledger/index.ts';
import type { TradeAccounts } from './postings.ts';

export async function tradeAccounts(ledger: Ledger, userId: string, coin: string): Promise<TradeAccounts> {
  const [usdWallet, coinWallet, fees, cash, inventory] = await Promise.all([
    ledger.walletId(userId, 'USD'),
    ledger.walletId(userId, coin),
    ledger.houseId('fees', 'USD'),
    ledger.houseId('cash', 'USD'),
    ledger.houseId('inventory', coin),
  ]);
  return { usdWallet, coinWallet, fees, cash, inventory };
}
