import { canonicalEmail, type Contact } from '@florin/contract';

export function contactsMatching(contacts: readonly Contact[], search: string): Contact[] {
  const wanted = folded(search.trim());
  return contacts.filter(({ name, email }) => folded(name).includes(wanted) || folded(email).includes(wanted));
}

export const contactWithEmail = (contacts: readonly Contact[], email: string): Contact | undefined =>
  contacts.find((contact) => contact.email === canonicalEmail(email));

/** Without case and accents, so that "lea" finds Léa. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
