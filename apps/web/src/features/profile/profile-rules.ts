import { canonicalEmail, phone as phoneSchema, type User } from '@florin/contract';

/** The form fields as typed. */
export type ProfileDraft = { readonly name: string; readonly email: string; readonly phone: string };

/** Maximum length of a name, in characters. The contract has the same limit. */
export const maxNameLength = 100;

export const draftOf = ({ name, email, phone }: User): ProfileDraft => ({ name, email, phone: phone ?? '' });

/** Returns one error message for each invalid field. */
export function problemsOf({ name, email, phone }: ProfileDraft): Partial<Record<keyof ProfileDraft, string>> {
  return {
    ...(name.trim() === '' && { name: 'Enter your name' }),
    ...(canonicalEmail(email) === undefined && { email: 'Enter an email such as name@example.com' }),
    ...(!phoneSchema.safeParse(phone).success && { phone: 'Add the country code, such as +351 912 345 678' }),
  };
}

/** Returns the changed name and phone number, or `undefined` if both are unchanged. */
export function changeOf(user: User, { name, phone }: ProfileDraft): { name?: string; phone?: string } | undefined {
  const change = {
    ...(name.trim() !== user.name && { name: name.trim() }),
    ...(phone.trim() !== (user.phone ?? '') && { phone: phone.trim() }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}

/** Returns the new email address, or `undefined` if it is unchanged. */
export function newEmailOf(user: User, { email }: ProfileDraft): string | undefined {
  const wanted = canonicalEmail(email) ?? email;
  return wanted === user.email ? undefined : wanted;
}
