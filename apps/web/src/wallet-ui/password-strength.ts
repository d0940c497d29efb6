import { passwordMinimum } from '@florin/contract';

/** What NIST asks of a password that stands alone (SP 800-63B-4). */
const recommended = 15;
const good = 11;

export type Strength = { readonly bars: 0 | 1 | 2 | 3 | 4; readonly hint: string };

const bounds = `${passwordMinimum} characters at least, ${recommended} or more recommended`;

/** By length, as nothing else that can be seen from here counts as much; the same few characters over are not length. */
export function passwordStrength(password: string): Strength {
  if (password === '') return { bars: 0, hint: bounds };
  if (password.length < passwordMinimum) return { bars: 1, hint: `Too short. ${bounds}` };
  const length = Math.min(password.length, 2 * new Set(password).size);
  if (length < passwordMinimum) return { bars: 1, hint: 'Weak. It repeats itself' };
  if (length < good) return { bars: 2, hint: `Fair. Longer is stronger; ${recommended} or more recommended` };
  if (length < recommended) return { bars: 3, hint: `Good. Longer is stronger; ${recommended} or more recommended` };
  return { bars: 4, hint: 'Strong' };
}
