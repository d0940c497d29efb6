import type { Amount } from '@florin/money';
import { withoutZeros, type AccountId, type Posting } from '../../ledger/index.ts';

/** All postings of trading (docs/develop/money-flows.md). Coins come from the house's inventory and return to it. */

export type TradeAccounts = {
  readonly usdWallet: AccountId;
  readonly coinWallet: AccountId;
  readonly fees: AccountId;
  readonly cash: AccountId;
  readonly inventory: AccountId;
};

type Buy = { readonly amount: Amount; readonly fee: Amount; readonly total: Amount; readonly coins: Amount };

export function buyPostings(accounts: TradeAccounts, { amount, fee, total, coins }: Buy): Posting[] {
  return withoutZeros([
    { account: accounts.usdWallet, units: -total.units },
    { account: accounts.cash, units: amount.units },
    { account: accounts.fees, units: fee.units },
    { account: accounts.inventory, units: -coins.units },
    { account: accounts.coinWallet, units: coins.units },
  ]);
}

/** A purchase by card or bank. The charge passes through the wallet, so that its history adds up. */
export function chargedBuyPostings(accounts: TradeAccounts & { cardClearing: AccountId }, buy: Buy): Posting[] {
  return [
    { account: accounts.cardClearing, units: -buy.total.units },
    { account: accounts.usdWallet, units: buy.total.units },
    ...buyPostings(accounts, buy),
  ];
}

type Sell = { readonly coins: Amount; readonly value: Amount; readonly fee: Amount; readonly proceeds: Amount };

export function sellPostings(accounts: TradeAccounts, { coins, value, fee, proceeds }: Sell): Posting[] {
  return withoutZeros([
    { account: accounts.coinWallet, units: -coins.units },
    { account: accounts.inventory, units: coins.units },
    { account: accounts.cash, units: -value.units },
    { account: accounts.fees, units: fee.units },
    { account: accounts.usdWallet, units: proceeds.units },
  ]);
}

/** Clears coins too few to be sold when their account is closed. */
export const dustPostings = (
  { coinWallet, inventory }: Pick<TradeAccounts, 'coinWallet' | 'inventory'>,
  coins: Amount,
): Posting[] => [
  { account: coinWallet, units: -coins.units },
  { account: inventory, units: coins.units },
];
