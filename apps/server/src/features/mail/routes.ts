import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { storedMails } from './mail-store.ts';

type Dependencies = { readonly pool: Pool; readonly mode: 'sandbox' | 'live' };

const route = routesFor<{ readonly id: string }>();

export function mailRoutes({ pool, mode }: Dependencies) {
  return [
    route(endpoints.listCaughtMails, async ({ query }) => {
      if (mode === 'live') throw new Refusal('not_found', 'There is nothing here.');
      const mails = await storedMails(pool, { to: query.to });
      return mails.map(({ body, created_at, sent_at, ...mail }) => ({
        ...mail,
        text: body,
        created_at: created_at.toISOString(),
        sent_at: sent_at?.toISOString() ?? null,
      }));
    }),
  ];
}
