import type { Transaction } from '@florin/contract';
import { priceSell, type Amount } from '@florin/money';
import type { JournalEntry } from '../../ledger/index.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';
import type { PricedCoin } from '../markets/index.ts';
import { insufficientBalance } from '../wallets/index.ts';
import type { TradingDependencies } from './buy-coins.ts';
import { sellPostings } from './postings.ts';
import { soldCoinsKind } from './sold-coins.ts';
import { tradeAccounts } from './trade-accounts.ts';

/**
 * Sells coins at the price of this moment; 1 % of what they are worth is the fee, and the rest goes to the USD wallet.
 *
 * Refusals: `coin_not_found`, `amount_too_small`, `insufficient_balance`, and the ledger's.
 */
export async function sellCoins(
  { ledger, history, markets }: TradingDependencies,
  member: Member,
  command: Command,
  coins: Amount,
): Promise<Transaction> {
  const coin = markets.get(coins.asset);
  const price = priceSell(coins, coin.price);
  if (price.proceeds.units <= 0n) throw tooSmall(coin);
  const entry: JournalEntry = {
    ...command,
    actor: member.id,
    kind: soldCoinsKind,
    metadata: {
      coin: coin.symbol,
      coins: String(coins.units),
      fee: String(price.fee.units),
      usd_per_coin: coin.usdPerCoin,
    },
    postings: sellPostings(await tradeAccounts(ledger, member.id, coin.symbol), price),
  };
  const standing = await ledger.post(entry, { insufficient: () => insufficientBalance(coins) });
  return history.lineOf(member, 'sell_crypto', { entry, standing });
}

function tooSmall({ name }: PricedCoin): Refusal {
  const sentence = `This little ${name} is worth less than a cent.`;
  return new Refusal('amount_too_small', sentence, { fields: { amount_crypto: sentence } });
}
