import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import { readAmount } from '../wallets/index.ts';
import { balanceHistory } from './balance-history.ts';
import { buyCoins } from './buy-coins.ts';
import type { TradingDependencies } from './purchase.ts';
import { gains } from './gains.ts';
import { portfolio } from './portfolio.ts';
import { purchaseAllowance } from './purchase-limit.ts';
import { sellCoins } from './sell-coins.ts';

const route = routesFor<Member>();

export function tradingRoutes(dependencies: TradingDependencies) {
  return [
    route(endpoints.getPortfolio, ({ member }) => portfolio(dependencies, member)),
    route(endpoints.getGains, ({ member }) => gains(dependencies, member)),
    route(endpoints.getBalanceHistory, ({ member, query }) => balanceHistory(dependencies, member, query.range)),
    route(endpoints.getPurchaseAllowance, ({ member }) => purchaseAllowance(dependencies, member)),
    route(endpoints.buyCoins, async ({ member, command, body }) => {
      const transaction = await buyCoins(dependencies, member, command, {
        symbol: body.crypto_symbol,
        amount: readAmount('USD', body.amount_usd, 'amount_usd'),
        methodId: body.payment_method_id,
        quoteId: body.quote_id,
      });
      return {
        crypto_amount: transaction.counter_amount,
        crypto_amount_exact: transaction.counter_amount_exact,
        transaction,
      };
    }),
    route(endpoints.sellCoins, async ({ member, command, body }) => {
      const coins = readAmount(body.crypto_symbol, body.amount_crypto, 'amount_crypto');
      const { payout_currency: currency = 'USD' } = body;
      const { transaction, exchange } = await sellCoins(dependencies, member, command, {
        coins,
        quoteId: body.quote_id,
        currency,
      });
      return {
        usd_amount: transaction.amount,
        usd_amount_exact: transaction.amount_exact,
        transaction,
        ...(exchange && {
          payout: {
            currency,
            amount: exchange.counter_amount,
            amount_exact: exchange.counter_amount_exact,
          },
        }),
      };
    }),
  ];
}
