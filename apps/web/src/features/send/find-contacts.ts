import { canonicalEmail, type Contact } from '@florin/contract';

export function contactsMatching(contacts: readonly Contact[], search: string): Contact[] {
  const term = fold(search.trim());
  return contacts.filter(({ name, email }) => fold(name).includes(term) || fold(email).includes(term));
}

export const contactWithEmail = (contacts: readonly Contact[], email: string): Contact | undefined =>
  contacts.find((contact) => contact.email === canonicalEmail(email));

/** Removes case and accents, so that "lea" finds Léa. */
const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
