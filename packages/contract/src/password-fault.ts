/** The owner of the password. Attackers first try words from the name and the email address. */
export type PasswordOwner = { readonly name: string; readonly email: string };

/** Why a password is easy to guess: it is on the list of common passwords, or it consists mainly of personal data. */
export type PasswordFault = 'common' | 'personal';

/** The error messages in live mode. */
export const passwordFaultText: Record<PasswordFault, string> = {
  common: 'This password is too common. Choose another one.',
  personal: 'This password is too close to your name, your email or "Florin". Choose another one.',
};

const productName = 'florin';
const minWordLength = 3;
/** The minimum number of letters and digits outside the personal words. */
const minOtherCharacters = 5;

/**
 * Returns why a password is easy to guess, or undefined. The server's check and the strength meter share this function,
 * so both always agree. Does not check the length.
 *
 * @param common the entries of common-passwords.txt
 */
export function passwordFault(
  password: string,
  owner: PasswordOwner,
  common: ReadonlySet<string>,
): PasswordFault | undefined {
  const folded = fold(password);
  if (common.has(folded)) return 'common';
  return isAboutOwner(folded, owner) ? 'personal' : undefined;
}

function isAboutOwner(folded: string, { name, email }: PasswordOwner): boolean {
  const words = wordsOf(`${productName} ${name} ${email.split('@')[0] ?? ''}`);
  let rest = folded;
  for (const word of words) rest = rest.replaceAll(word, '');
  return rest !== folded && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < minOtherCharacters;
}

/** Returns the words, longest first, so `ines` does not split `inesalmeida`. */
const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= minWordLength)
    .toSorted((a, b) => b.length - a.length);

const fold = (text: string) => text.normalize('NFKC').toLowerCase();
