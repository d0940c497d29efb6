import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { currency, exact, mailedToken, money, timestamp } from './wire.ts';

/** Money that waits for an address without an account, as its invitation told of it. */
export const invitation = z.object({
  /** The address that the money was sent to. */
  email: z.string(),
  /** The sender's name; their address where Florin names nobody like that. */
  sender: z.string(),
  /** What still waits, per currency. */
  amounts: z.array(z.object({ currency, amount: money, amount_exact: exact })),
  /** When the first of it goes back to the sender. */
  expires_at: timestamp,
});
export type Invitation = z.infer<typeof invitation>;

export const lookUpInvitation = endpoint({
  method: 'POST',
  path: '/invitations/look-up',
  summary:
    'Who sent how much to an address without an account, by the token of the invitation. The same error for a token that is unknown and for money that was claimed, cancelled or returned',
  access: 'public',
  body: z.object({ token: mailedToken }),
  answer: invitation,
  refusals: ['invitation_invalid', 'too_many_requests'],
});

export const getWaitingMoney = endpoint({
  method: 'GET',
  path: '/invitations/waiting',
  summary:
    'Whether money waits for the member’s address to be confirmed. Says neither whose nor how much: the address may be somebody else’s',
  access: 'member',
  answer: z.object({ waiting: z.boolean() }),
  refusals: [],
});
