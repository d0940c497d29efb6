import text from '@florin/contract/common-passwords.txt?raw';
import { passwordFault, passwordMinimum, type PasswordFault, type PasswordOwner } from '@florin/contract';
import { passwordBounds, recommended } from './password-bounds.ts';

// This file contains the large password list. Import it dynamically.

const good = 11;

export type Strength = { readonly bars: 0 | 1 | 2 | 3 | 4; readonly hint: string };

/** The passwords that a live server rejects. */
const commonPasswords: ReadonlySet<string> = new Set(text.trimEnd().split('\n'));

const hintOf = (fault: PasswordFault, brand: string): string =>
  fault === 'common' ? 'Common password' : `Too similar to your name, email or "${brand}"`;

type Context = {
  readonly owner: PasswordOwner;
  /** A live server refuses easily guessed passwords; the sandbox accepts them. */
  readonly live: boolean;
  /** The name of the product. */
  readonly brand: string;
};

/**
 * Rates a password: first by the rules of a live server, then by length. Repeated characters do not count fully toward
 * the length.
 */
export function passwordStrength(password: string, { owner, live, brand }: Context): Strength {
  if (password === '') return { bars: 0, hint: passwordBounds };
  if (password.length < passwordMinimum) return { bars: 1, hint: `Too short. ${passwordBounds}` };
  const fault = passwordFault(password, owner, commonPasswords);
  if (fault !== undefined)
    return {
      bars: 1,
      hint: `${hintOf(fault, brand)}${live ? '. Choose another one.' : ': a live server would refuse it'}`,
    };
  const length = Math.min(password.length, 2 * new Set(password).size);
  if (length < passwordMinimum) return { bars: 1, hint: 'Weak. Too many repeats' };
  if (length < good) return { bars: 2, hint: `Fair. Longer is stronger; ${recommended} or more recommended` };
  if (length < recommended) return { bars: 3, hint: `Good. Longer is stronger; ${recommended} or more recommended` };
  return { bars: 4, hint: 'Strong' };
}
