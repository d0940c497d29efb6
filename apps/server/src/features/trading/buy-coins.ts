import { usdBalanceMethodId, type Transaction } from '@florin/contract';
import { priceBuy, type Amount } from '@florin/money';
import type { JournalEntry, Ledger, Standing } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { digestBigint } from '../../platform/digest.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { PaymentRail } from '../../providers/payment-rail/payment-rail.ts';
import type { History } from '../activity/index.ts';
import { findMethod, listMethods, type StoredMethod } from '../funding/index.ts';
import type { Member } from '../identity/index.ts';
import type { Markets, PricedCoin } from '../markets/index.ts';
import { insufficientBalance } from '../wallets/index.ts';
import { buyByCharge } from './buy-by-charge.ts';
import { buyPostings } from './postings.ts';
import { purchaseDraws, purchaseRefusal } from './purchase-limit.ts';
import { tradeAccounts } from './trade-accounts.ts';
import { boughtCoinsKind, boughtMetadata } from './bought-coins.ts';

export type TradingDependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly rail: PaymentRail;
  readonly history: History;
  readonly markets: Markets;
};

export type BuyCoins = {
  readonly symbol: string;
  readonly amount: Amount<'USD'>;
  /** Absent: the default method, else the USD balance. */
  readonly methodId: string | undefined;
};

/** What a purchase comes down to once coin, price and method are known. */
export type Purchase = { readonly coin: PricedCoin; readonly amount: Amount<'USD'> };
export type Posted = { readonly entry: JournalEntry; readonly standing: Standing };

/**
 * Buys coins for an amount of dollars at the price of this moment; the buyer pays 1.5 % more.
 *
 * Refusals: `coin_not_found`, `amount_too_small`, `insufficient_balance`, `plan_limit_exceeded`, those of the payment
 * method and its charge, and the ledger's.
 */
export async function buyCoins(
  dependencies: TradingDependencies,
  member: Member,
  command: Command,
  { symbol, amount, methodId }: BuyCoins,
): Promise<Transaction> {
  const purchase = { coin: dependencies.markets.get(symbol), amount };
  assertBuysSomething(purchase);
  const method = await paymentMethod(dependencies.pool, member.id, methodId);
  const order = paidBy(command, method);
  const posted = method
    ? await buyByCharge(dependencies, member, order, { ...purchase, method })
    : await buyFromBalance(dependencies.ledger, member, order, purchase);
  return dependencies.history.lineOf(member, 'buy_crypto', posted);
}

async function buyFromBalance(
  ledger: Ledger,
  member: Member,
  command: Command,
  { coin, amount }: Purchase,
): Promise<Posted> {
  const price = priceBuy(amount, coin.symbol, coin.price);
  const entry: JournalEntry = {
    ...command,
    actor: member.id,
    kind: boughtCoinsKind,
    metadata: boughtMetadata(price, coin.usdPerCoin),
    postings: buyPostings(await tradeAccounts(ledger, member.id, coin.symbol), price),
    draws: purchaseDraws(member.id, member.plan, amount),
  };
  const standing = await ledger.post(entry, {
    insufficient: () => insufficientBalance(price.total),
    limit: purchaseRefusal,
  });
  return { entry, standing };
}

/**
 * What pays is part of what is asked, also where it was not named: a repeated key must not be paid a second time by the
 * method that has become the default since.
 */
const paidBy = ({ key, requestHash }: Command, method: StoredMethod | undefined): Command => ({
  key,
  requestHash: digestBigint(String(requestHash), method?.id ?? usdBalanceMethodId),
});

/** None means the USD balance. Refusals: `payment_method_not_found`. */
async function paymentMethod(pool: Pool, userId: string, id: string | undefined): Promise<StoredMethod | undefined> {
  if (id === usdBalanceMethodId) return undefined;
  if (id !== undefined) return findMethod(pool, userId, id);
  const methods = await listMethods(pool, userId);
  return methods.find((method) => method.is_default);
}

function assertBuysSomething({ coin, amount }: Purchase) {
  if (priceBuy(amount, coin.symbol, coin.price).coins.units > 0n) return;
  const sentence = `This is too little to buy any ${coin.name}.`;
  throw new Refusal('amount_too_small', sentence, { fields: { amount_usd: sentence } });
}
