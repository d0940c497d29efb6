import { balanceOf, usdBalanceMethodId, type Transaction } from '@florin/contract';
import { priceBuy, type Amount, type FiatCode } from '@florin/money';
import type { JournalEntry, RefusalSentences } from '../../ledger/index.ts';
import { digestBigint } from '../../platform/digest.ts';
import type { Command } from '../../platform/http/route.ts';
import { assertDrawable, namedMethod, unnamedMethod } from '../funding/index.ts';
import { assertKeyCharges, type Member } from '../identity/index.ts';
import { quoteRefusal } from '../quotes/index.ts';
import { insufficientBalance } from '../wallets/index.ts';
import { boughtCoinsKind, boughtMetadata } from './bought-coins.ts';
import { buyByCharge } from './buy-by-charge.ts';
import { fiatSide } from './fiat-side.ts';
import { postWithPayment } from './post-with-exchange.ts';
import { buyPostings } from './postings.ts';
import type { Posted, Purchase, TradingDependencies } from './purchase.ts';
import { purchaseDraws, purchaseRefusal } from './purchase-limit.ts';
import { heldPurchase } from './quote-trade.ts';
import { tradeAccounts } from './trade-accounts.ts';
import { tradableCoin, wasDone } from './tradable-coin.ts';
import { assertCanBeSoldAgain } from './worth-trading.ts';

export type BuyCoins = {
  readonly symbol: string;
  readonly amount: Amount<'USD'>;
  /** Undefined means the default method of the first attempt, else the USD balance. */
  readonly methodId: string | undefined;
  readonly quoteId: string | undefined;
};

/**
 * Buys coins for an amount of dollars, at a valid quote's price or the current price. The buyer also pays
 * the fee. Euros and pounds are exchanged in the same transaction, at the quote's rate.
 *
 * Errors: `coin_not_found`, `trading_paused`, `rates_unavailable`, `amount_too_small`, `insufficient_balance`,
 * `plan_limit_exceeded`, `not_in_stock`, `quote_not_found`, `quote_used`, `quote_expired`, those of the payment method and its charge,
 * `scope_missing` for an API key that may not charge it, and the ledger's.
 */
export async function buyCoins(
  dependencies: TradingDependencies,
  member: Member,
  command: Command,
  { methodId, ...order }: BuyCoins,
): Promise<Transaction> {
  const currency = balanceOf(methodId ?? usdBalanceMethodId) ?? 'USD';
  const purchase = await priced(dependencies, member, command, { ...order, currency });
  // A quote was checked at its creation, with the quote's own fee.
  if (!purchase.quote)
    await assertCanBeSoldAgain(purchase.coin, purchase.price, {
      sellRate: dependencies.policy.fees.sell,
      wasDone: () => wasDone(dependencies, member, command),
    });
  const method = await paymentMethod(dependencies, member.id, command, methodId);
  if (method) assertKeyCharges(member);
  const payment = withPayer(command, method?.id ?? methodId ?? usdBalanceMethodId);
  const posted = method
    ? await buyByCharge(dependencies, member, payment, { ...purchase, method })
    : await buyFromBalance(dependencies, member, payment, purchase);
  return dependencies.history.lineOf(member, 'buy_crypto', posted);
}

async function priced(
  dependencies: TradingDependencies,
  member: Member,
  command: Command,
  { symbol, amount, quoteId, currency }: Omit<BuyCoins, 'methodId'> & { readonly currency: FiatCode },
): Promise<Purchase> {
  if (quoteId === undefined) {
    const coin = await tradableCoin(dependencies, member, command, symbol);
    const side = await fiatSide(currency, dependencies, () => wasDone(dependencies, member, command));
    const price = priceBuy(amount, symbol, coin.price, dependencies.policy.fees.buy);
    return { coin, price, quote: undefined, isLate: false, side };
  }
  const { quote, isLate, details } = await heldPurchase(dependencies, member, quoteId, { symbol, amount, currency });
  const { coin, coins, feeRate, side } = details;
  return { coin, price: { ...priceBuy(amount, symbol, coin.price, feeRate), coins }, quote, isLate, side };
}

async function buyFromBalance(
  dependencies: TradingDependencies,
  member: Member,
  command: Command,
  { coin, price, quote, side }: Purchase,
): Promise<Posted> {
  const { ledger } = dependencies;
  const entry: JournalEntry = {
    ...command,
    actor: member.id,
    kind: boughtCoinsKind,
    metadata: { ...boughtMetadata(price, coin.usdPerCoin), ...(side && { method: `${side.currency} balance` }) },
    postings: buyPostings(await tradeAccounts(ledger, member.id, coin.symbol), price),
    draws: await purchaseDraws(dependencies, { owner: member.id, plan: member.plan }, price),
    ...(quote && { quote }),
  };
  const sentences: RefusalSentences = {
    insufficient: () => insufficientBalance(price.total),
    limit: purchaseRefusal(coin.symbol),
    quote: quoteRefusal,
  };
  const standing = side
    ? await postWithPayment(ledger, member, side, { entry, sentences, total: price.total })
    : await ledger.post(entry, sentences);
  return { entry, standing };
}

/** Adds the paying method to the request's hash, so that a second method cannot pay for the same key. */
const withPayer = ({ key, requestHash }: Command, methodId: string): Command => ({
  key,
  requestHash: digestBigint(String(requestHash), methodId),
});

/** Returns the card or bank account, or undefined for a balance. Errors: `payment_method_not_found`, `payment_method_not_usable`. */
async function paymentMethod(
  dependencies: TradingDependencies,
  userId: string,
  command: Command,
  id: string | undefined,
) {
  if (id !== undefined && balanceOf(id) !== undefined) return undefined;
  if (id === undefined) return unnamedMethod(dependencies, userId, command);
  const method = await namedMethod(dependencies, userId, command, id);
  assertDrawable(method);
  return method;
}
