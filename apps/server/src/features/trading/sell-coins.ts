import type { Transaction } from '@florin/contract';
import { priceSell, type Amount, type FiatCode } from '@florin/money';
import type { JournalEntry, RefusalSentences, Standing } from '../../ledger/index.ts';
import type { Command } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import { quoteRefusal } from '../quotes/index.ts';
import { insufficientBalance } from '../wallets/index.ts';
import type { TradingDependencies } from './purchase.ts';
import { assertPaysOut, fiatSide } from './fiat-side.ts';
import { postWithPayout } from './post-with-exchange.ts';
import { sellPostings } from './postings.ts';
import { heldSale } from './quote-trade.ts';
import { soldCoinsKind } from './sold-coins.ts';
import { tradeAccounts } from './trade-accounts.ts';
import { tradableCoin, wasDone } from './tradable-coin.ts';
import { withUnsellableRemainder } from './unsellable-remainder.ts';
import { assertSellsSomething } from './worth-trading.ts';

export type SellCoins = {
  readonly coins: Amount;
  readonly quoteId: string | undefined;
  /** The wallet that receives the proceeds. */
  readonly currency: FiatCode;
};

/** The history lines of the sale and, for a wallet other than USD, of its exchange. */
type Sold = { readonly transaction: Transaction; readonly exchange: Transaction | undefined };

/**
 * Sells coins at a valid quote's price and fee or the current ones. The proceeds go to the
 * USD wallet, or are exchanged to another wallet in the same transaction. A remainder of the holding that could not be
 * sold alone is sold, too.
 *
 * Errors: `coin_not_found`, `trading_paused`, `rates_unavailable`, `amount_too_small`, `insufficient_balance`,
 * `quote_not_found`, `quote_used`, `quote_expired`, and the ledger's.
 */
export async function sellCoins(
  dependencies: TradingDependencies,
  member: Member,
  command: Command,
  { coins: asked, quoteId, currency }: SellCoins,
): Promise<Sold> {
  const { ledger, history, house } = dependencies;
  const held =
    quoteId === undefined ? undefined : await heldSale(dependencies, member, quoteId, { coins: asked, currency });
  const { coin, coins, feeRate, side } =
    held?.details ?? (await atMarketPrice(dependencies, member, command, { asked, currency }));
  const price = priceSell(coins, coin.price, feeRate);
  const isDone = () => wasDone(dependencies, member, command);
  await assertSellsSomething(coin, price, isDone);
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
  const sentences: RefusalSentences = { insufficient: () => insufficientBalance(coins), quote: quoteRefusal };
  const lineOf = (standing: Standing) => history.lineOf(member, 'sell_crypto', { entry, standing });
  if (!side) return { transaction: await lineOf(await ledger.post(entry, sentences)), exchange: undefined };
  await assertPaysOut(side, price, isDone);
  const { standing, payout } = await postWithPayout(ledger, member, side, { ...price, entry, sentences });
  return { transaction: await lineOf(standing), exchange: await history.lineOf(member, 'exchange', payout) };
}

async function atMarketPrice(
  dependencies: TradingDependencies,
  member: Member,
  command: Command,
  { asked, currency }: { readonly asked: Amount; readonly currency: FiatCode },
) {
  const { sell: feeRate } = dependencies.policy.fees;
  const coin = await tradableCoin(dependencies, member, command, asked.asset);
  const coins = await withUnsellableRemainder(dependencies.ledger, member, asked, {
    price: coin.price,
    sellRate: feeRate,
  });
  const side = await fiatSide(currency, dependencies, () => wasDone(dependencies, member, command));
  return { coin, coins, feeRate, side };
}
