import { amountOf, coinsFor, parsePrice, subtract, type Amount } from '@florin/money';
import type { JournalEntry } from '../../ledger/index.ts';
import type { Command } from '../../platform/http/route.ts';
import { chargeOnce, finishCharge, isCharged, type Charge, type StoredMethod } from '../funding/index.ts';
import type { Member } from '../identity/index.ts';
import { quoteRefusal } from '../quotes/index.ts';
import { boughtCoinsKind, boughtMetadata } from './bought-coins.ts';
import type { Posted, Purchase, TradingDependencies } from './purchase.ts';
import { chargedBuyPostings } from './postings.ts';
import { priceAfterConfirmation } from './price-after-confirmation.ts';
import { limitRefusal, purchaseDraws, purchaseRefusal } from './purchase-limit.ts';
import { tradeAccounts } from './trade-accounts.ts';

type Dependencies = Pick<TradingDependencies, 'pool' | 'ledger' | 'rail' | 'cards' | 'house' | 'markets' | 'policy'>;

/**
 * Charges a card or bank account and posts the purchase with it. The charge stores the price. An interrupted attempt
 * thus finishes at this price, or is refunded if its quote has expired. A purchase that would be rejected is not
 * charged.
 */
export async function buyByCharge(
  dependencies: Dependencies,
  member: Member,
  command: Command,
  purchase: Purchase & { method: StoredMethod },
): Promise<Posted> {
  const { coin, price, quote, method } = purchase;
  const refusal = await refusalOf(dependencies, member, purchase);
  // The order matters: a repeated command that used up a limit must get its first answer.
  if (refusal && !(await isCharged(dependencies.pool, command.key))) throw refusal;
  const beforeCapture = (confirmed: Charge) => priceAfterConfirmation(dependencies, confirmed);
  const charge = await chargeOnce(
    { ...dependencies, beforeCapture },
    {
      command,
      userId: member.id,
      method,
      amount: price.total,
      purpose: 'buy',
      details: {
        coin: coin.symbol,
        usd_per_coin: coin.usdPerCoin,
        amount: String(price.amount.units),
        coins: String(price.coins.units),
        plan: member.plan,
        ...(quote && { quote: quote.id, quote_expires_at: quote.expiresAt.toISOString() }),
      },
    },
  );
  return finishPurchase(dependencies, charge);
}

async function refusalOf(
  dependencies: Pick<Dependencies, 'ledger' | 'house' | 'policy'>,
  { id: owner, plan }: Member,
  { coin, price, isLate }: Purchase,
) {
  if (isLate) return quoteRefusal('quote_expired');
  const draws = await purchaseDraws(dependencies, { owner, plan }, price);
  const { ledger } = dependencies;
  return limitRefusal(await ledger.booksOf(owner), coin.symbol, await ledger.drawsReadBy(owner, draws));
}

/** Posts a charged purchase, or refunds the charge. A repeated call changes nothing. */
export function finishPurchase(dependencies: Omit<Dependencies, 'markets'>, charge: Charge): Promise<Posted> {
  return finishCharge(dependencies, charge, async () => {
    const entry = await purchaseEntry(dependencies, charge);
    const standing = await dependencies.ledger.post(entry, {
      limit: purchaseRefusal(charge.details['coin'] ?? ''),
      quote: quoteRefusal,
    });
    return { entry, standing };
  });
}

async function purchaseEntry(
  dependencies: Pick<Dependencies, 'ledger' | 'house' | 'policy'>,
  charge: Charge,
): Promise<JournalEntry> {
  const { ledger } = dependencies;
  const details = readDetails(charge);
  const { coins = coinsFor(details.amount, details.coin, parsePrice(details.usdPerCoin)), amount } = details;
  // The fee at the time of the charge, which may differ from the current fee.
  const total = amountOf('USD', charge.amount.units);
  const price = { amount, total, fee: subtract(total, amount), coins };
  if (charge.amount.asset !== 'USD' || price.fee.units < 0n)
    throw new Error('The charge amount differs from its purchase.');
  const [accounts, cardClearing] = await Promise.all([
    tradeAccounts(ledger, charge.userId, details.coin),
    ledger.houseId('card-clearing', 'USD'),
  ]);
  return {
    key: charge.id,
    isContested: true,
    requestHash: charge.requestHash,
    actor: charge.userId,
    kind: boughtCoinsKind,
    metadata: { ...boughtMetadata(price, details.usdPerCoin), method: charge.label },
    postings: chargedBuyPostings({ ...accounts, cardClearing }, price),
    draws: await purchaseDraws(dependencies, { owner: charge.userId, plan: details.plan }, price),
    ...(details.quote && { quote: details.quote }),
  };
}

type Details = {
  coin: string;
  usdPerCoin: string;
  amount: Amount<'USD'>;
  /** Undefined in old charges, whose coins are computed from the amount and the price. */
  coins: Amount | undefined;
  plan: Member['plan'];
  quote: JournalEntry['quote'];
};

function readDetails({ details }: Charge): Details {
  const { coin, usd_per_coin: usdPerCoin, amount, coins, plan, quote: id, quote_expires_at: expires } = details;
  if (!coin || !usdPerCoin || !amount || !isPlan(plan)) throw new Error('The charge lacks details of its purchase.');
  return {
    coin,
    usdPerCoin,
    amount: amountOf('USD', BigInt(amount)),
    coins: coins === undefined ? undefined : amountOf(coin, BigInt(coins)),
    plan,
    quote: id && expires ? { id, expiresAt: new Date(expires) } : undefined,
  };
}

const isPlan = (text: string | undefined): text is Member['plan'] =>
  text === 'personal' || text === 'pro' || text === 'business';
