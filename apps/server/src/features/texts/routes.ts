import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor } from '../../platform/http/route.ts';
import { assertOutboxOpen, type MailLinks } from '../mail/index.ts';
import { aboutText } from './queue-text.ts';
import { storedTexts } from './text-store.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly mode: 'sandbox' | 'live';
  readonly mailLinks: MailLinks;
  /** The secret of the outbox link. Undefined if only this machine can reach the sandbox. */
  readonly outboxKey: string | undefined;
};

const route = routesFor<{ readonly id: string }>();

export const textRoutes = ({ pool, mailLinks, ...place }: Dependencies) => [
  route(endpoints.listCaughtTexts, async ({ query }) => {
    assertOutboxOpen(place, query.key);
    const texts = await storedTexts(pool);
    return texts.map(({ id, to, sealed_body: sealed, created_at: created, sent_at: sent }) => ({
      id,
      to,
      text: mailLinks.decrypt(aboutText(id), sealed),
      created_at: created.toISOString(),
      sent_at: sent?.toISOString() ?? null,
    }));
  }),
];
