import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { proposal, reason } from './proposals.ts';
import { email } from './wire.ts';

const number = z.string().check(z.regex(/^\d{1,18}$/));

export const byLine = z.object({ line: number });

/** The common part of all calls that credit unallocated money to a member. */
const credit = {
  method: 'POST',
  access: 'operator',
  stepUp: 'or_password',
  movesMoney: true,
  body: z.object({ email, reason }),
  /** The proposal, or null if the money was credited. */
  answer: z.object({ proposal: z.nullable(proposal) }),
  refusals: [
    'line_not_found',
    'line_not_unallocated',
    'user_not_found',
    'account_frozen',
    'proposal_open',
    'second_operator_required',
    'name_on_list',
  ],
} as const;

const byTwo =
  'Above the amount in `getConfig`, 1,000 US dollars by default, this creates a proposal, which a second operator must approve';

export const allocateLine = endpoint({
  ...credit,
  path: '/operations/bank/lines/:line/allocate',
  summary: `Credit an unallocated line to a member. ${byTwo}`,
  params: byLine,
});

export const allocateUnowned = endpoint({
  ...credit,
  path: '/operations/bank/without-line/:item/allocate',
  summary: `Credit unallocated money of a closed account, which came by no statement line, to a member. ${byTwo}`,
  params: z.object({ item: number }),
});
