import type { TextSender } from './text-sender.ts';

/** The sandbox's text sender, which sends nothing; the texts stay readable at /sandbox. */
export const simulatedTextSender: TextSender = { send: async () => undefined };
