import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { MailLinks } from './mail-links.ts';
import { isSameKey } from './outbox-key.ts';
import { storedMails } from './mail-store.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly mode: 'sandbox' | 'live';
  readonly mailLinks: MailLinks;
  /** None where only this machine reaches the sandbox. */
  readonly outboxKey: string | undefined;
};

const route = routesFor<{ readonly id: string }>();

export function mailRoutes({ pool, mode, mailLinks, outboxKey }: Dependencies) {
  return [
    route(endpoints.listCaughtMails, async ({ query }) => {
      if (mode === 'live') throw new Refusal('not_found', 'There is nothing here.');
      if (outboxKey !== undefined && !isSameKey(query.key, outboxKey))
        throw new Refusal('outbox_locked', 'This outbox opens with the link that the server printed when it started.');
      const mails = await storedMails(pool, { to: query.to });
      return mails.map(({ body, created_at, sent_at, sealed_link, ...mail }) => ({
        ...mail,
        link: mailLinks.linkOf({ ...mail, sealed_link }),
        text: body,
        created_at: created_at.toISOString(),
        sent_at: sent_at?.toISOString() ?? null,
      }));
    }),
  ];
}
