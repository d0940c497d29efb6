import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import type { History } from './history.ts';

const defaultLimit = 50;
const route = routesFor<Member>();

export function activityRoutes({ history }: { history: History }) {
  return [
    route(endpoints.listTransactions, async ({ member, query, nextPage, totalCount }) => {
      const type = query.type ?? 'all';
      const isCounted = query.cursor === undefined && query.crypto === undefined;
      const total = isCounted ? await history.count(member, type) : undefined;
      const { items, next } = await history.page(member, {
        type,
        crypto: query.crypto,
        limit: query.limit ?? defaultLimit,
        cursor: query.cursor,
      });
      if (next !== undefined) nextPage(next);
      if (total !== undefined) totalCount(total);
      return items;
    }),
    route(endpoints.cancelTransaction, ({ member, command, params }) => history.cancel(member, command, params.id)),
    route(endpoints.getTransaction, ({ member, params }) => history.one(member, params.id)),
  ];
}
