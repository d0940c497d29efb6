import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, id, personName, timestamp } from './wire.ts';

/** A person whom the member paid or added. */
export const contact = z.object({
  id,
  name: z.string(),
  email: z.string(),
  avatar: z.nullable(z.string()),
  favorite: z.boolean(),
  /** The time of the last payment to this contact. */
  last_sent_at: z.nullable(timestamp),
});
export type Contact = z.infer<typeof contact>;

export const listContacts = endpoint({
  method: 'GET',
  path: '/contacts',
  summary: 'List the contacts: favorites first, then by the last payment',
  access: 'member',
  answer: z.array(contact),
  refusals: [],
});

export const addContact = endpoint({
  method: 'POST',
  path: '/contacts',
  summary: 'Add a contact. Sending money to a new address also adds one',
  access: 'member',
  body: z.object({ email, name: z.optional(personName) }),
  answer: contact,
  refusals: ['contact_exists', 'recipient_is_self'],
});

export const changeContact = endpoint({
  method: 'PATCH',
  path: '/contacts/:id',
  summary: 'Rename a contact or mark it as a favorite',
  access: 'member',
  params: z.object({ id }),
  body: z.object({ name: z.optional(personName), favorite: z.optional(z.boolean()) }),
  answer: contact,
  refusals: ['contact_not_found'],
});

export const removeContact = endpoint({
  method: 'DELETE',
  path: '/contacts/:id',
  summary: 'Remove a contact. The next payment to its address adds it again',
  access: 'member',
  params: z.object({ id }),
  refusals: ['contact_not_found'],
});
