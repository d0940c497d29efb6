import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import { readAmount } from '../wallets/index.ts';
import type { Quoters } from '../quotes/index.ts';
import { exchangeMoney, type ExchangeDependencies } from './exchange-money.ts';
import { quoteExchange } from './quote-exchange.ts';
import { usableRates } from './usable-rates.ts';

const route = routesFor<Member>();

/** Returns the function that quotes exchanges. */
export const exchangeQuoter = (
  dependencies: Pick<ExchangeDependencies, 'pool' | 'rates' | 'policy'>,
): Pick<Quoters, 'exchange'> => ({
  exchange: async (member, { from, to, amount }) =>
    quoteExchange(
      dependencies,
      member,
      { amount: readAmount(from, amount), to },
      await usableRates(dependencies.rates),
    ),
});

export function exchangeRoutes(dependencies: ExchangeDependencies) {
  return [
    route(endpoints.exchangeMoney, ({ member, command, body }) =>
      exchangeMoney(dependencies, member, command, {
        amount: readAmount(body.from, body.amount),
        to: body.to,
        quoteId: body.quote_id,
      }),
    ),
  ];
}
