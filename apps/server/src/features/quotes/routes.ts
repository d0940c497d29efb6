import { endpoints, type BodyOf, type Endpoints, type Quote } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';

const route = routesFor<Member>();

type Order = BodyOf<Endpoints['createQuote']>;
type OrderOf<Kind> = Extract<Order, { kind: Kind }>;

/** The functions that quote prices. Each feature provides its own function. */
export type Quoters = { readonly [Kind in Order['kind']]: (member: Member, order: OrderOf<Kind>) => Promise<Quote> };

export function quoteRoutes(quoters: Quoters) {
  return [
    route(endpoints.createQuote, ({ member, body }) => {
      switch (body.kind) {
        case 'exchange':
          return quoters.exchange(member, body);
        case 'buy':
          return quoters.buy(member, body);
        case 'sell':
          return quoters.sell(member, body);
      }
    }),
  ];
}
