import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, id, timestamp } from './wire.ts';

/** A mail that the sandbox caught in place of sending it. */
export const caughtMail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The address that the mail's button opens. */
  link: z.nullable(z.string()),
  created_at: timestamp,
  /** Null while it waits to be sent. */
  sent_at: z.nullable(timestamp),
});
export type CaughtMail = z.infer<typeof caughtMail>;

/** Where others than its own machine can reach the sandbox: the key that the server printed when it started. */
const outboxKey = z.optional(z.string().check(z.maxLength(100)));

export const listCaughtMails = endpoint({
  method: 'GET',
  path: '/sandbox/mails',
  summary: 'The mails that this sandbox would have sent, newest first, 100 at most. Not in live mode',
  access: 'public',
  query: z.object({ to: z.optional(email), key: outboxKey }),
  answer: z.array(caughtMail),
  refusals: ['not_found', 'outbox_locked'],
});

/** A text message that the sandbox caught in place of sending it. */
export const caughtText = z.object({
  id,
  /** A plus and digits. */
  to: z.string(),
  text: z.string(),
  created_at: timestamp,
  /** Null while it waits to be sent. */
  sent_at: z.nullable(timestamp),
});
export type CaughtText = z.infer<typeof caughtText>;

export const listCaughtTexts = endpoint({
  method: 'GET',
  path: '/sandbox/texts',
  summary: 'The text messages that this sandbox would have sent, newest first, 100 at most. Not in live mode',
  access: 'public',
  query: z.object({ key: outboxKey }),
  answer: z.array(caughtText),
  refusals: ['not_found', 'outbox_locked'],
});

export const getCaughtMailPage = endpoint({
  method: 'GET',
  path: '/sandbox/mails/:id/page',
  summary: 'A caught mail as mail programs that show HTML draw it. Not in live mode',
  access: 'public',
  params: z.object({ id }),
  query: z.object({ key: outboxKey }),
  media: 'text/html',
  refusals: ['not_found', 'outbox_locked'],
});
