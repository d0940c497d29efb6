import type { Transaction } from '@florin/contract';
import { priceSell, type Amount } from '@florin/money';
import type { JournalEntry } from '../../ledger/index.ts';
import type { Command } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import { quoteRefusal } from '../quotes/index.ts';
import { insufficientBalance } from '../wallets/index.ts';
import type { TradingDependencies } from './buy-coins.ts';
import { sellPostings } from './postings.ts';
import { heldSale } from './quote-trade.ts';
import { soldCoinsKind } from './sold-coins.ts';
import { tradeAccounts } from './trade-accounts.ts';
import { tradableCoin, wasDone } from './tradable-coin.ts';
import { withUnsellableRest } from './unsellable-rest.ts';
import { assertSellsSomething } from './worth-trading.ts';

export type SellCoins = { readonly coins: Amount; readonly quoteId: string | undefined };

/**
 * Sells coins at the price of a quote, once and in time, or at that of this moment; 1 % of what they are worth is the
 * fee, and the rest goes to the USD wallet. A rest of the holding that could not be sold by itself is sold along.
 *
 * Refusals: `coin_not_found`, `trading_paused`, `amount_too_small`, `insufficient_balance`, `quote_not_found`,
 * `quote_used`, `quote_expired`, and the ledger's.
 */
export async function sellCoins(
  dependencies: TradingDependencies,
  member: Member,
  command: Command,
  { coins: asked, quoteId }: SellCoins,
): Promise<Transaction> {
  const { ledger, history, house } = dependencies;
  const held = quoteId === undefined ? undefined : await heldSale(dependencies, member, quoteId, asked);
  const { coin, coins } = held?.details ?? (await atMarketPrice(dependencies, member, command, asked));
  const price = priceSell(coins, coin.price);
  await assertSellsSomething(coin, price, () => wasDone(dependencies, command));
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
    draws: [await house.stockDraw(coin.symbol, -coins.units)],
    ...(held ? { quote: held.quote } : {}),
  };
  const standing = await ledger.post(entry, { insufficient: () => insufficientBalance(coins), quote: quoteRefusal });
  return history.lineOf(member, 'sell_crypto', { entry, standing });
}

async function atMarketPrice(dependencies: TradingDependencies, member: Member, command: Command, asked: Amount) {
  const coin = await tradableCoin(dependencies, command, asked.asset);
  return { coin, coins: await withUnsellableRest(dependencies.ledger, member, asked, coin.price) };
}
