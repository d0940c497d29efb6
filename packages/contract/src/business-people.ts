import * as z from 'zod/mini';
import { business } from './businesses.ts';
import { endpoint } from './endpoint.ts';
import { businessRole } from './roles.ts';
import { email, id, mailedToken, timestamp } from './wire.ts';

const businessPerson = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: businessRole,
  since: timestamp,
  /** Whether this is the caller. */
  you: z.boolean(),
});
const businessInvitation = z.object({
  id,
  email: z.string(),
  role: businessRole,
  invited_at: timestamp,
  expires_at: timestamp,
});
export const businessPeople = z.object({
  people: z.array(businessPerson),
  invitations: z.array(businessInvitation),
});
export type BusinessPeople = z.infer<typeof businessPeople>;

export const listBusinessPeople = endpoint({
  method: 'GET',
  path: '/business/people',
  summary: 'List the people of the business and the open invitations',
  access: 'member',
  answer: businessPeople,
  refusals: [],
});

export const invitePerson = endpoint({
  method: 'POST',
  path: '/business/invitations',
  summary: 'Invite a person by mail. The link is valid for seven days',
  access: 'member',
  stepUp: 'or_password',
  needsConfirmedEmail: true,
  atMost: { times: 30, seconds: 86_400, sharedAs: 'business invitations' },
  body: z.object({ email, role: businessRole }),
  answer: businessPeople,
  refusals: ['role_not_allowed', 'already_in_business', 'too_many_requests'],
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/business/invitations/:id',
  summary: 'Revoke an invitation',
  access: 'member',
  params: z.object({ id }),
  refusals: ['role_not_allowed', 'not_found'],
});

export const changePersonRole = endpoint({
  method: 'PATCH',
  path: '/business/people/:id',
  summary: 'Change the role of a person. Only owners make or unmake owners',
  access: 'member',
  stepUp: 'or_password',
  params: z.object({ id }),
  body: z.object({ role: businessRole }),
  answer: businessPeople,
  refusals: ['role_not_allowed', 'user_not_found', 'last_owner'],
});

export const closeBusiness = endpoint({
  method: 'POST',
  path: '/business/close',
  summary:
    'Close the business permanently, as an owner. It must hold no money and no coins, and nothing may be pending. All people lose access',
  access: 'member',
  stepUp: 'or_password',
  /** The short name of the business, so no program closes another business. */
  body: z.object({ handle: z.string() }),
  refusals: ['role_not_allowed', 'account_not_empty', 'invalid_request', 'busy'],
});

export const removePerson = endpoint({
  method: 'DELETE',
  path: '/business/people/:id',
  summary: 'Remove a person, or leave the business oneself. Open invitations by the person end',
  access: 'member',
  stepUp: 'or_password',
  params: z.object({ id }),
  refusals: ['role_not_allowed', 'user_not_found', 'last_owner'],
});

export const businessInvitationView = z.object({
  business: z.string(),
  invited_by: z.string(),
  email: z.string(),
  role: businessRole,
});
export type BusinessInvitationView = z.infer<typeof businessInvitationView>;

export const lookUpBusinessInvitation = endpoint({
  method: 'POST',
  path: '/businesses/invitations/look-up',
  summary: 'Get what a mailed invitation offers, as the invited member',
  access: 'member',
  atMost: { times: 30, seconds: 60, sharedAs: 'business invitation links' },
  body: z.object({ token: mailedToken }),
  answer: businessInvitationView,
  refusals: ['invitation_invalid', 'too_many_requests'],
});

export const acceptBusinessInvitation = endpoint({
  method: 'POST',
  path: '/businesses/invitations/accept',
  summary: 'Join a business with the token of a mailed invitation, as the member with that address',
  access: 'member',
  needsConfirmedEmail: true,
  stepUp: 'or_password',
  atMost: { times: 30, seconds: 60, sharedAs: 'business invitation links' },
  body: z.object({ token: mailedToken }),
  answer: business,
  refusals: ['invitation_invalid', 'too_many_requests'],
});

export const declineBusinessInvitation = endpoint({
  method: 'POST',
  path: '/businesses/invitations/decline',
  summary: 'Decline a mailed invitation',
  access: 'member',
  atMost: { times: 30, seconds: 60, sharedAs: 'business invitation links' },
  body: z.object({ token: mailedToken }),
  refusals: ['invitation_invalid', 'too_many_requests'],
});
