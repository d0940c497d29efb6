import { amountOf, parsePrice, priceBuy, subtract, type Amount } from '@florin/money';
import type { JournalEntry } from '../../ledger/index.ts';
import type { Command } from '../../platform/http/route.ts';
import { chargeOnce, finishCharge, type Charge, type StoredMethod } from '../funding/index.ts';
import type { Member } from '../identity/index.ts';
import { boughtCoinsKind, boughtMetadata } from './bought-coins.ts';
import type { Posted, Purchase, TradingDependencies } from './buy-coins.ts';
import { chargedBuyPostings } from './postings.ts';
import { purchaseDraws, purchaseRefusal } from './purchase-limit.ts';
import { tradeAccounts } from './trade-accounts.ts';

type Dependencies = Pick<TradingDependencies, 'pool' | 'ledger' | 'rail'>;

/**
 * Charges a card or bank account and posts the purchase with it. The price is kept with the charge, so that an attempt
 * that was cut off is finished at the price it began with.
 */
export async function buyByCharge(
  dependencies: Dependencies,
  member: Member,
  command: Command,
  { coin, amount, method }: Purchase & { method: StoredMethod },
): Promise<Posted> {
  const { total } = priceBuy(amount, coin.symbol, coin.price);
  const charge = await chargeOnce(dependencies, {
    command,
    userId: member.id,
    method,
    amount: total,
    purpose: 'buy',
    details: { coin: coin.symbol, usd_per_coin: coin.usdPerCoin, amount: String(amount.units), plan: member.plan },
  });
  return finishPurchase(dependencies, charge);
}

/** Posts a charged purchase, or has the charge refunded; repeating it changes nothing. */
export function finishPurchase(dependencies: Dependencies, charge: Charge): Promise<Posted> {
  return finishCharge(dependencies, charge, async () => {
    const entry = await purchaseEntry(dependencies, charge);
    const standing = await dependencies.ledger.post(entry, { limit: purchaseRefusal });
    return { entry, standing };
  });
}

async function purchaseEntry({ ledger }: Dependencies, charge: Charge): Promise<JournalEntry> {
  const details = readDetails(charge);
  const price = priceBuy(details.amount, details.coin, parsePrice(details.usdPerCoin));
  if (subtract<string>(price.total, charge.amount).units !== 0n) throw new Error('a charge is not for its purchase');
  const [accounts, cardClearing] = await Promise.all([
    tradeAccounts(ledger, charge.userId, details.coin),
    ledger.houseId('card-clearing', 'USD'),
  ]);
  return {
    key: charge.id,
    requestHash: charge.requestHash,
    actor: charge.userId,
    kind: boughtCoinsKind,
    metadata: { ...boughtMetadata(price, details.usdPerCoin), method: charge.label },
    postings: chargedBuyPostings({ ...accounts, cardClearing }, price),
    draws: purchaseDraws(charge.userId, details.plan, details.amount),
  };
}

type Details = { coin: string; usdPerCoin: string; amount: Amount<'USD'>; plan: Member['plan'] };

function readDetails({ details: { coin, usd_per_coin: usdPerCoin, amount, plan } }: Charge): Details {
  if (!coin || !usdPerCoin || !amount || !isPlan(plan)) throw new Error('a charge lacks the details of its purchase');
  return { coin, usdPerCoin, amount: amountOf('USD', BigInt(amount)), plan };
}

const isPlan = (text: string | undefined): text is Member['plan'] =>
  text === 'personal' || text === 'pro' || text === 'business';
