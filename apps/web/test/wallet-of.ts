import type { Wallet } from '@florin/contract';
import type { FiatCode } from '@florin/money';

/** Returns a wallet without held money. */
export const walletOf = (currency: FiatCode, exact: string): Wallet => ({
  currency,
  balance: Number(exact),
  balance_exact: exact,
  held: 0,
  held_exact: '0.00',
  available: Number(exact),
  available_exact: exact,
});
