/** The person who has the password, or chooses it: words about them are the first that others try. */
export type PasswordOwner = { readonly name: string; readonly email: string };

/** Why a password is easily guessed: it is on the list of common ones, or says little but who its owner is. */
export type PasswordFault = 'common' | 'personal';

/** The errors of a server in live mode. */
export const passwordFaultText: Record<PasswordFault, string> = {
  common: 'This password is too common. Choose another one.',
  personal: 'This password is little more than your name, your email or "Florin". Choose another one.',
};

const productName = 'florin';
const shortestWord = 3;
/** A password needs as many letters and digits beyond the words about its owner. */
const leastOfItsOwn = 5;

/**
 * Finds out why a password is easily guessed; undefined for all others. The server refuses by it and the strength meter
 * warns by it, so both always agree. Length is not checked here.
 *
 * @param common the words of common-passwords.txt
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
  return rest !== folded && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < leastOfItsOwn;
}

/** The longest first: `ines` must not cut `inesalmeida` in two. */
const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= shortestWord)
    .toSorted((a, b) => b.length - a.length);

const fold = (text: string) => text.normalize('NFKC').toLowerCase();
