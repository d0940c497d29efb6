import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import type { History } from './history.ts';

const defaultLimit = 50;
const route = routesFor<Member>();

export function activityRoutes({ history }: { history: History }) {
  return [
    route(endpoints.listTransactions, async ({ member, query, nextPage }) => {
      const { items, next } = await history.page(member, {
        type: query.type ?? 'all',
        crypto: query.crypto,
        limit: query.limit ?? defaultLimit,
        cursor: query.cursor,
      });
      if (next !== undefined) nextPage(next);
      return items;
    }),
    route(endpoints.cancelTransaction, ({ member, command, params }) => history.cancel(member, command, params.id)),
    route(endpoints.getTransaction, ({ member, params }) => history.one(member, params.id)),
  ];
}
