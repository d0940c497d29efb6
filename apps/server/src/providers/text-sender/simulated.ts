import type { TextSender } from './text-sender.ts';

/** The sandbox's: nothing leaves the machine. What it would have sent stays readable at /sandbox. */
export const simulatedTextSender: TextSender = { send: async () => undefined };
