import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor } from '../../platform/http/route.ts';
import { assertOutboxOpen, withBrand, type Letterhead, type MailLinks } from '../mail/index.ts';
import { aboutText } from './queue-text.ts';
import { storedTexts } from './text-store.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly mode: 'sandbox' | 'live';
  readonly mailLinks: MailLinks;
  readonly letterhead: Letterhead;
  /** The secret of the outbox link. Undefined if only this machine can reach the sandbox. */
  readonly outboxKey: string | undefined;
};

const route = routesFor<{ readonly id: string }>();

export const textRoutes = ({ pool, mailLinks, letterhead, ...place }: Dependencies) => [
  route(endpoints.listCaughtTexts, async ({ query }) => {
    assertOutboxOpen(place, query.key);
    const texts = await storedTexts(pool);
    return texts.map(({ id, to, sealed_body: encrypted, created_at: created, sent_at: sent }) => ({
      id,
      to,
      text: withBrand(mailLinks.decrypt(aboutText(id), encrypted), letterhead),
      created_at: created.toISOString(),
      sent_at: sent?.toISOString() ?? null,
    }));
  }),
];
