import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from '../../../platform/package-folder.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** Who will have the password: words about them are the first that others try. */
export type Owner = { readonly name: string; readonly email: string };

const productName = 'florin';
const shortestWord = 3;
/** As many letters and digits have to be left of a password without what is known of its owner. */
const leastOfItsOwn = 5;

/**
 * Passwords that are tried first. Length is the contract's to check; there are no rules of composition. Refusals:
 * `password_too_common`.
 */
export function assertUncommon(password: string, owner: Owner): void {
  const folded = password.normalize('NFKC').toLowerCase();
  const sentence = commonPasswords().has(folded)
    ? 'This is one of the passwords that are tried first. Please choose another.'
    : isAboutOwner(folded, owner)
      ? 'This password is little more than your name, your address or ours. Please choose another.'
      : undefined;
  if (sentence !== undefined) throw new Refusal('password_too_common', sentence, { fields: { password: sentence } });
}

function isAboutOwner(folded: string, { name, email }: Owner): boolean {
  const words = wordsOf(`${productName} ${name} ${email.split('@')[0] ?? ''}`);
  let rest = folded;
  for (const word of words) rest = rest.replaceAll(word, '');
  return rest !== folded && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < leastOfItsOwn;
}

/** The longest first: `ines` must not cut `inesalmeida` in two. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= shortestWord)
    .toSorted((a, b) => b.length - a.length);

let list: ReadonlySet<string> | undefined;

/** Read when a password is first chosen, and kept. */
const commonPasswords = (): ReadonlySet<string> =>
  (list ??= new Set(
    readFileSync(path.join(packageFolder, 'src/features/identity/password/common-passwords.txt'), 'utf8')
      .trimEnd()
      .split('\n'),
  ));
