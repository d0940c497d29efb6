import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import { readAmount } from '../wallets/index.ts';
import type { Quoters } from '../quotes/index.ts';
import { exchangeMoney, type ExchangeDependencies } from './exchange-money.ts';
import { quoteExchange } from './quote-exchange.ts';

const route = routesFor<Member>();

/** Returns the function that quotes exchanges. */
export const exchangeQuoter = ({ pool, rates }: ExchangeDependencies): Pick<Quoters, 'exchange'> => ({
  exchange: (member, { from, to, amount }) =>
    quoteExchange(pool, member, { amount: readAmount(from, amount), to }, rates.now()),
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
