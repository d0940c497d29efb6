import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const firstSteps = z.object({
  /** Whether money has arrived or a bank deposit is pending. */
  added_funds: z.boolean(),
  /** Whether the member has sent money or bought coins. */
  sent_or_bought: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/account/first-steps',
  summary: 'Get the first money steps that a new member has completed',
  access: 'member',
  answer: firstSteps,
  refusals: [],
});
