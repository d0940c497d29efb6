import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor } from '../../platform/http/route.ts';
import { listActs } from './list-acts.ts';

/** Any operator may call these routes. This slice does not depend on members, so every other slice can import it. */
const route = routesFor<unknown>();

export const auditRoutes = ({ pool }: { pool: Pool }) => [
  route(endpoints.listOperatorActs, async ({ query, nextPage }) => {
    const { items, next } = await listActs(pool, query.cursor);
    if (next !== undefined) nextPage(next);
    return items;
  }),
];
