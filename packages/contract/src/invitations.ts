import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { currency, exact, mailedToken, money, timestamp } from './wire.ts';

/** Money that waits for an address without an account. */
export const invitation = z.object({
  /** The invited address. */
  email: z.string(),
  /** The sender's name, or the address if the name is not allowed in Florin's mails. */
  sender: z.string(),
  /** The waiting amounts per currency. */
  amounts: z.array(z.object({ currency, amount: money, amount_exact: exact })),
  /** The time when the first of the payments returns to its sender. */
  expires_at: timestamp,
});
export type Invitation = z.infer<typeof invitation>;

export const lookUpInvitation = endpoint({
  method: 'POST',
  path: '/invitations/look-up',
  summary:
    'Get the sender and the amounts of an invitation by its token. An unknown token gets the same error as money that was claimed, canceled or returned',
  access: 'public',
  body: z.object({ token: mailedToken }),
  answer: invitation,
  refusals: ['invitation_invalid', 'too_many_requests'],
});

export const getWaitingMoney = endpoint({
  method: 'GET',
  path: '/invitations/waiting',
  summary:
    "Tell whether money waits for the confirmation of the member's address. Hides sender and amount, because the address may belong to another person",
  access: 'member',
  answer: z.object({ waiting: z.boolean() }),
  refusals: [],
});
