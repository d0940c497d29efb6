import { passwordMinimum } from '@florin/contract';

type NewPassword = { password: string; confirmation: string };

/** Returns the first problem of a new password, in the order of rule sign-in-8. */
export function problemOfNewPassword({ password, confirmation }: NewPassword) {
  if (password !== confirmation) return { message: 'Passwords do not match', field: 'confirmation' } as const;
  if (password.length < passwordMinimum)
    return { message: `Password must be at least ${passwordMinimum} characters`, field: 'password' } as const;
  return undefined;
}

/** The errors of empty new-password fields. */
export const missingNewPassword = { password: 'Enter a new password', confirmation: 'Enter the password again' };
