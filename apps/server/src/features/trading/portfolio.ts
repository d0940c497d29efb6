import type { Holding } from '@florin/contract';
import { amountOf, isFiat, usdFor, type Amount } from '@florin/money';
import type { Balance, Ledger } from '../../ledger/index.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Member } from '../identity/index.ts';
import type { Markets, PricedCoin } from '../markets/index.ts';

/** The coins a member holds at the prices of this moment, most valuable first. */
export async function portfolio(
  { ledger, markets }: { ledger: Ledger; markets: Markets },
  member: Member,
): Promise<Holding[]> {
  const balances = await ledger.balancesOf(member.id);
  return balances
    .filter(({ asset, posted }) => !isFiat(asset) && posted > 0n)
    .map((balance) => valued(balance, markets.get(balance.asset)))
    .toSorted((a, b) => (a.value.units < b.value.units ? 1 : -1))
    .map(holdingView);
}

type Valued = { readonly coin: PricedCoin; readonly amount: Amount; readonly value: Amount<'USD'> };

function valued({ asset, available }: Balance, coin: PricedCoin): Valued {
  const amount = amountOf(asset, available);
  return { coin, amount, value: usdFor(amount, coin.price) };
}

const holdingView = ({ coin, amount, value }: Valued): Holding => ({
  symbol: coin.symbol,
  name: coin.name,
  icon: coin.icon,
  ...moneyFields('amount', amount),
  ...moneyFields('value', value),
  change: coin.changePercent24h,
  price: Number(coin.usdPerCoin),
  price_exact: coin.usdPerCoin,
});
