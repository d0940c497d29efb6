import text from '@florin/contract/common-passwords.txt?raw';
import { passwordFault, passwordMinimum, type PasswordFault, type PasswordOwner } from '@florin/contract';
import { passwordBounds, recommended } from './password-bounds.ts';

// Large, as it has the list: import this file only when a password is being chosen.

const good = 11;

export type Strength = { readonly bars: 0 | 1 | 2 | 3 | 4; readonly hint: string };

/** The list by which the server refuses in live. */
const commonPasswords: ReadonlySet<string> = new Set(text.trimEnd().split('\n'));

const faultHint: Record<PasswordFault, string> = {
  common: 'Common password',
  personal: 'Little more than your name, your email or "Florin"',
};

type Chosen = {
  readonly owner: PasswordOwner;
  /** A live server refuses easily guessed passwords; the sandbox accepts them. */
  readonly live: boolean;
};

/**
 * Judges by what a live server refuses, then by length: nothing else that the page can see counts as much. Repeated
 * characters are not length.
 */
export function passwordStrength(password: string, { owner, live }: Chosen): Strength {
  if (password === '') return { bars: 0, hint: passwordBounds };
  if (password.length < passwordMinimum) return { bars: 1, hint: `Too short. ${passwordBounds}` };
  const fault = passwordFault(password, owner, commonPasswords);
  if (fault !== undefined)
    return {
      bars: 1,
      hint: `${faultHint[fault]}${live ? '. Choose another one.' : ': a live server would refuse it'}`,
    };
  const length = Math.min(password.length, 2 * new Set(password).size);
  if (length < passwordMinimum) return { bars: 1, hint: 'Weak. It repeats itself' };
  if (length < good) return { bars: 2, hint: `Fair. Longer is stronger; ${recommended} or more recommended` };
  if (length < recommended) return { bars: 3, hint: `Good. Longer is stronger; ${recommended} or more recommended` };
  return { bars: 4, hint: 'Strong' };
}
