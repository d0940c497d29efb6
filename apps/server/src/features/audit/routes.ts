import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor } from '../../platform/http/route.ts';
import { listActs } from './list-acts.ts';

/** Who asks does not matter beyond being an operator, so that this slice knows no members and any slice may call it. */
const route = routesFor<unknown>();

export const auditRoutes = ({ pool }: { pool: Pool }) => [
  route(endpoints.listOperatorActs, async ({ query, nextPage }) => {
    const { items, next } = await listActs(pool, query.cursor);
    if (next !== undefined) nextPage(next);
    return items;
  }),
];
