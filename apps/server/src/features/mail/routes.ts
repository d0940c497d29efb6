import { Readable } from 'node:stream';
import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor, streamsFor } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { asHtml } from './letter-html.ts';
import { withBrand, type Letterhead } from './letter.ts';
import { logoOf } from './logo.ts';
import type { MailLinks } from './mail-links.ts';
import { storedMail, storedMails } from './mail-store.ts';
import { assertOutboxOpen } from './outbox-key.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly mode: 'sandbox' | 'live';
  readonly mailLinks: MailLinks;
  readonly letterhead: Letterhead;
  /** The outbox key. Undefined if only this machine can reach the sandbox. */
  readonly outboxKey: string | undefined;
};

const route = routesFor<{ readonly id: string }>();
const stream = streamsFor<{ readonly id: string }>();

export function mailRoutes({ pool, mode, mailLinks, letterhead, outboxKey }: Dependencies) {
  const assertOpen = (key: string | undefined) => assertOutboxOpen({ mode, outboxKey }, key);
  return [
    route(endpoints.listCaughtMails, async ({ query }) => {
      assertOpen(query.key);
      const mails = await storedMails(pool, { to: query.to });
      return mails.map((mail) => ({
        id: mail.id,
        to: mail.to,
        subject: withBrand(mail.subject, letterhead),
        link: mailLinks.linkOf(mail),
        text: withBrand(mail.body, letterhead),
        created_at: mail.created_at.toISOString(),
        sent_at: mail.sent_at?.toISOString() ?? null,
      }));
    }),
    stream(endpoints.getCaughtMailPage, async ({ params, query }) => {
      assertOpen(query.key);
      const mail = await storedMail(pool, params.id);
      if (!mail) throw notFound();
      const letter = { ...mail, link: mailLinks.linkOf(mail) };
      const png = logoOf(letterhead);
      const html = asHtml(letter, letterhead, png && `data:image/png;base64,${png.toString('base64')}`);
      return { stream: Readable.from([Buffer.from(html)]) };
    }),
  ];
}

const notFound = () => new Refusal('not_found', 'There is nothing here.');
