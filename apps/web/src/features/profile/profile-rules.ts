import { canonicalEmail, phone as phoneSchema, type User } from '@florin/contract';

/** The fields as they are typed. */
export type ProfileDraft = { readonly name: string; readonly email: string; readonly phone: string };

/** The contract's bound. */
export const nameMaximum = 100;

export const draftOf = ({ name, email, phone }: User): ProfileDraft => ({ name, email, phone: phone ?? '' });

/** A sentence per field that is wrong. */
export function problemsOf({ name, email, phone }: ProfileDraft): Partial<Record<keyof ProfileDraft, string>> {
  return {
    ...(name.trim() === '' && { name: 'Enter your name' }),
    ...(canonicalEmail(email) === undefined && { email: 'Enter an email such as name@example.com' }),
    ...(!phoneSchema.safeParse(phone).success && { phone: 'Enter it with its country, such as +351 912 345 678' }),
  };
}

/** What is to be told to the server; nothing where name and number are as they were. */
export function changeOf(user: User, { name, phone }: ProfileDraft): { name?: string; phone?: string } | undefined {
  const change = {
    ...(name.trim() !== user.name && { name: name.trim() }),
    ...(phone.trim() !== (user.phone ?? '') && { phone: phone.trim() }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}

/** The address that is asked for, where it is another. */
export function otherEmailOf(user: User, { email }: ProfileDraft): string | undefined {
  const wanted = canonicalEmail(email) ?? email;
  return wanted === user.email ? undefined : wanted;
}
