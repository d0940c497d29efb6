import type { Transaction } from '@florin/contract';

export type Contact = { readonly email: string; readonly name: string };

/** The people one has sent to or received from, each once, the latest first. */
export function contactsOfHistory(newestFirst: readonly Transaction[]): Contact[] {
  const byEmail = new Map<string, Contact>();
  for (const { to, from, counterparty } of newestFirst) {
    const email = to ?? from;
    if (email !== undefined && !byEmail.has(email)) byEmail.set(email, { email, name: counterparty ?? email });
  }
  return [...byEmail.values()];
}

export function contactsMatching(contacts: readonly Contact[], search: string): Contact[] {
  const wanted = folded(search.trim());
  return contacts.filter(({ name, email }) => folded(name).includes(wanted) || folded(email).includes(wanted));
}

export const contactWithEmail = (contacts: readonly Contact[], email: string): Contact | undefined =>
  contacts.find((contact) => contact.email === email.trim().toLowerCase());

export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

/** Without case and accents, so that "lea" finds Léa. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
