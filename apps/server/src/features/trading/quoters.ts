import type { Member } from '../identity/index.ts';
import type { Quoters } from '../quotes/index.ts';
import { readAmount } from '../wallets/index.ts';
import type { TradingDependencies } from './buy-coins.ts';
import { quoteBuy, quoteSell } from './quote-trade.ts';

/** The prices that trading names. */
export const tradeQuoters = (
  dependencies: Pick<TradingDependencies, 'pool' | 'ledger' | 'markets'>,
): Pick<Quoters, 'buy' | 'sell'> => ({
  buy: (member: Member, { crypto_symbol: symbol, amount_usd, amount_crypto = '' }) =>
    quoteBuy(
      dependencies,
      member,
      amount_usd === undefined
        ? { symbol, coins: readAmount(symbol, amount_crypto, 'amount_crypto') }
        : { symbol, amount: readAmount('USD', amount_usd, 'amount_usd') },
    ),
  sell: (member, { crypto_symbol, amount_crypto }) =>
    quoteSell(dependencies, member, readAmount(crypto_symbol, amount_crypto, 'amount_crypto')),
});
