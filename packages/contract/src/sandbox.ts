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

export const listCaughtMails = endpoint({
  method: 'GET',
  path: '/sandbox/mails',
  summary: 'The mails that this sandbox would have sent, newest first, 100 at most. Not in live mode',
  access: 'public',
  query: z.object({
    to: z.optional(email),
    /** Where others than its own machine can reach the sandbox: the key that the server printed when it started. */
    key: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: z.array(caughtMail),
  refusals: ['not_found', 'outbox_locked'],
});
