import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';
import type { History } from './history.ts';

const defaultLimit = 50;
const route = routesFor<Member>();

export function activityRoutes({ history }: { history: History }) {
  return [
    route(endpoints.listTransactions, async ({ member, query, nextPage, totalCount }) => {
      const { type = 'all', limit = defaultLimit, cursor, ...rest } = query;
      const request = { ...rest, ...periodOf(query), type, limit, cursor };
      const isCounted = cursor === undefined && query.crypto === undefined;
      const total = isCounted ? await history.count(member, request) : undefined;
      const { items, next } = await history.page(member, request);
      if (next !== undefined) nextPage(next);
      if (total !== undefined) totalCount(total);
      return items;
    }),
    route(endpoints.cancelTransaction, ({ member, command, params }) => history.cancel(member, command, params.id)),
    route(endpoints.getTransaction, ({ member, params }) => history.one(member, params.id)),
  ];
}

/** Errors: `invalid_request` for a period that ends before it begins. */
function periodOf({ since, until }: { readonly since?: string | undefined; readonly until?: string | undefined }) {
  const [from, to] = [since, until].map((moment) => (moment === undefined ? undefined : new Date(moment)));
  if (from && to && to <= from) {
    const sentence = 'The end of the period must be after its start.';
    throw new Refusal('invalid_request', sentence, { fields: { until: sentence } });
  }
  return { since: from, until: to };
}
