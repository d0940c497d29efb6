import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import { readAmount } from '../wallets/index.ts';
import { exchangeMoney, type ExchangeDependencies } from './exchange-money.ts';
import { createQuote } from './quotes.ts';

const route = routesFor<Member>();

export function exchangeRoutes(dependencies: ExchangeDependencies) {
  const { pool, rates } = dependencies;
  return [
    route(endpoints.createQuote, ({ member, body }) =>
      createQuote(pool, member, { amount: readAmount(body.from, body.amount), to: body.to }, rates.now()),
    ),
    route(endpoints.exchangeMoney, ({ member, command, body }) =>
      exchangeMoney(dependencies, member, command, {
        amount: readAmount(body.from, body.amount),
        to: body.to,
        quoteId: body.quote_id,
      }),
    ),
  ];
}
