import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, id, timestamp } from './wire.ts';

/** A mail that the sandbox caught instead of sending it. */
export const caughtMail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The URL of the mail's button. */
  link: z.nullable(z.string()),
  created_at: timestamp,
  /** Null while the message waits to be sent. */
  sent_at: z.nullable(timestamp),
});
export type CaughtMail = z.infer<typeof caughtMail>;

/** The key that the server printed at start. Required if other machines can reach the sandbox. */
const outboxKey = z.optional(z.string().check(z.maxLength(100)));

export const listCaughtMails = endpoint({
  method: 'GET',
  path: '/sandbox/mails',
  summary: 'List up to 100 mails that this sandbox caught, newest first. Not in live mode',
  access: 'public',
  query: z.object({ to: z.optional(email), key: outboxKey }),
  answer: z.array(caughtMail),
  refusals: ['not_found', 'outbox_locked'],
});

/** A text message that the sandbox caught instead of sending it. */
export const caughtText = z.object({
  id,
  /** The phone number: a plus and digits. */
  to: z.string(),
  text: z.string(),
  created_at: timestamp,
  /** Null while the message waits to be sent. */
  sent_at: z.nullable(timestamp),
});
export type CaughtText = z.infer<typeof caughtText>;

export const listCaughtTexts = endpoint({
  method: 'GET',
  path: '/sandbox/texts',
  summary: 'List up to 100 text messages that this sandbox caught, newest first. Not in live mode',
  access: 'public',
  query: z.object({ key: outboxKey }),
  answer: z.array(caughtText),
  refusals: ['not_found', 'outbox_locked'],
});

export const getCaughtMailPage = endpoint({
  method: 'GET',
  path: '/sandbox/mails/:id/page',
  summary: 'Get the HTML of a caught mail. Not in live mode',
  access: 'public',
  params: z.object({ id }),
  query: z.object({ key: outboxKey }),
  media: 'text/html',
  refusals: ['not_found', 'outbox_locked'],
});
