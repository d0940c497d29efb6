import type { Wallet } from '@florin/contract';
import { add, fiatCodes, usdEquivalentFloor, zero, type Amount, type FiatCode } from '@florin/money';
import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { emptyWallet } from '../../api/fallbacks.ts';

export type Balances = { readonly [Code in FiatCode]: Amount<Code> };

/** Returns the available amount of each wallet. */
export const balancesOf = (wallets: readonly Wallet[]): Balances => ({
  USD: balanceIn('USD', wallets),
  EUR: balanceIn('EUR', wallets),
  GBP: balanceIn('GBP', wallets),
});

/** Returns the total value of the holdings. */
export const cryptoValue = (holdings: readonly Holding[]): Amount<'USD'> =>
  holdings.map(({ value_exact: value }) => fromExact('USD', value)).reduce(add, zero('USD'));

/** Returns the EUR and GBP wallets in USD. Total Balance excludes them (rule dashboard-3). */
export const otherFiatInUsd = ({ EUR, GBP }: Balances): Amount<'USD'> =>
  add(usdEquivalentFloor(EUR), usdEquivalentFloor(GBP));

export const allFiatInUsd = (balances: Balances): Amount<'USD'> => add(balances.USD, otherFiatInUsd(balances));

/** Returns the amount that pending transactions hold in a wallet. */
export const heldIn = <Code extends FiatCode>(code: Code, wallets: readonly Wallet[]): Amount<Code> =>
  fromExact(code, walletOf(code, wallets).held_exact);

/** Returns the held amounts of all wallets with a held amount. */
export const heldOf = (wallets: readonly Wallet[]): Amount<FiatCode>[] =>
  fiatCodes.map((code) => heldIn(code, wallets)).filter(({ units }) => units > 0n);

const balanceIn = <Code extends FiatCode>(code: Code, wallets: readonly Wallet[]): Amount<Code> =>
  fromExact(code, walletOf(code, wallets).available_exact);

/** Returns the wallet of a currency, or an empty wallet if the server sent none. */
export const walletOf = (code: FiatCode, wallets: readonly Wallet[]): Wallet =>
  wallets.find(({ currency }) => currency === code) ?? emptyWallet(code);
