import type { Member } from '../identity/index.ts';
import type { Quoters } from '../quotes/index.ts';
import { readAmount } from '../wallets/index.ts';
import type { TradingDependencies } from './purchase.ts';
import { quoteBuy, quoteSell } from './quote-trade.ts';

/** Returns the functions that quote trades. */
export const tradeQuoters = (
  dependencies: Pick<TradingDependencies, 'pool' | 'ledger' | 'markets' | 'rates' | 'policy'>,
): Pick<Quoters, 'buy' | 'sell'> => ({
  buy: (
    member: Member,
    { crypto_symbol: symbol, amount_usd, amount_crypto = '', payment_currency: currency = 'USD' },
  ) =>
    quoteBuy(dependencies, member, {
      symbol,
      currency,
      ...(amount_usd === undefined
        ? { coins: readAmount(symbol, amount_crypto, 'amount_crypto') }
        : { amount: readAmount('USD', amount_usd, 'amount_usd') }),
    }),
  sell: (member, { crypto_symbol, amount_crypto, payout_currency: currency = 'USD' }) =>
    quoteSell(dependencies, member, { coins: readAmount(crypto_symbol, amount_crypto, 'amount_crypto'), currency }),
});
