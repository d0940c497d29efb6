import type { Holding, Wallet } from '@florin/contract';
import { add, usdEquivalentFloor, zero, type Amount, type FiatCode } from '@florin/money';
import { fromExact } from '../../api/exact.ts';

export type Balances = { readonly [Code in FiatCode]: Amount<Code> };

/** What can be spent of each wallet. */
export const balancesOf = (wallets: readonly Wallet[]): Balances => ({
  USD: balanceIn('USD', wallets),
  EUR: balanceIn('EUR', wallets),
  GBP: balanceIn('GBP', wallets),
});

/** What the coins held are worth. */
export const cryptoValue = (holdings: readonly Holding[]): Amount<'USD'> =>
  holdings.map(({ value_exact: value }) => fromExact('USD', value)).reduce(add, zero('USD'));

/** What the EUR and GBP wallets stand for in dollars; Total Balance leaves them out (specification, section 9). */
export const otherFiatInUsd = ({ EUR, GBP }: Balances): Amount<'USD'> =>
  add(usdEquivalentFloor(EUR), usdEquivalentFloor(GBP));

export const allFiatInUsd = (balances: Balances): Amount<'USD'> => add(balances.USD, otherFiatInUsd(balances));

/** What is reserved in a wallet by something pending. */
export const heldIn = (code: FiatCode, wallets: readonly Wallet[]): Amount<FiatCode> =>
  fromExact(code, walletOf(code, wallets).held_exact);

const balanceIn = <Code extends FiatCode>(code: Code, wallets: readonly Wallet[]): Amount<Code> =>
  fromExact(code, walletOf(code, wallets).available_exact);

export function walletOf(code: FiatCode, wallets: readonly Wallet[]): Wallet {
  const wallet = wallets.find(({ currency }) => currency === code);
  if (!wallet) throw new Error(`the server named no ${code} wallet`);
  return wallet;
}
