import { randomUUID } from 'node:crypto';
import { amountOf, isDust, isFiat, parsePrice, type Amount } from '@florin/money';
import type { EntryMetadata, JournalEntry, Remainder } from '../../ledger/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';
import type { TradingDependencies } from './purchase.ts';
import { coinPrices } from './coin-prices.ts';
import { dustPostings } from './postings.ts';

const clearedDustKind = 'clear_dust';

type Dependencies = Pick<TradingDependencies, 'pool' | 'ledger' | 'markets' | 'house' | 'policy'>;

/**
 * Gives the house all coins that keep an account from closing, if each amount is dust: too small to sell at the last
 * known price. Returns false and clears nothing if anything else is left.
 */
export async function clearDust(
  dependencies: Dependencies,
  member: Pick<Member, 'id'>,
  left: readonly Remainder[],
): Promise<boolean> {
  const symbols = left.map(({ asset }) => asset);
  if (left.some(({ held }) => held) || symbols.some(isFiat)) return false;
  const priceOf = await coinPrices(dependencies, member.id, symbols);
  const balances = await dependencies.ledger.balancesOf(member.id);
  const dust = balances.filter(({ asset }) => symbols.includes(asset)).map((one) => amountOf(one.asset, one.posted));
  const { sell: sellRate } = dependencies.policy.fees;
  if (!dust.every((coins) => isDust(coins, parsePrice(priceOf(coins.asset).price_exact), sellRate))) return false;
  for (const coins of dust) {
    const cleared = await clear(dependencies, member, coins, { usd_per_coin: priceOf(coins.asset).price_exact });
    if (!cleared) return false;
  }
  return true;
}

/** Returns false if a concurrent command moved the coins. */
async function clear(
  { ledger, house }: Dependencies,
  { id }: Pick<Member, 'id'>,
  coins: Amount,
  price: EntryMetadata,
): Promise<boolean> {
  const moved = new Refusal('account_not_empty', 'Your coins have just changed. Try again.');
  const [coinWallet, inventory] = await Promise.all([
    ledger.walletId(id, coins.asset),
    ledger.houseId('inventory', coins.asset),
  ]);
  const entry: JournalEntry = {
    key: randomUUID(),
    requestHash: 0n,
    actor: id,
    kind: clearedDustKind,
    metadata: { coin: coins.asset, coins: String(coins.units), ...price },
    postings: dustPostings({ coinWallet, inventory }, coins),
    draws: [await house.stockDraw(coins.asset, -coins.units)],
  };
  try {
    await ledger.post(entry, { insufficient: () => moved });
    return true;
  } catch (error) {
    if (error === moved) return false;
    throw error;
  }
}
