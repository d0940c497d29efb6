import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const firstSteps = z.object({
  /** Money has come in, or a bank has announced it. */
  added_funds: z.boolean(),
  /** Some of it was sent, or coins were bought. */
  sent_or_bought: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/account/first-steps',
  summary: 'How far the member has come with money, beyond what the user says',
  access: 'member',
  answer: firstSteps,
  refusals: [],
});
