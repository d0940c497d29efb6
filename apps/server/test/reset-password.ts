import { endpoints } from '@florin/contract';
import { mailPasswordResets } from '../src/features/identity/password/forgot-password.ts';
import { tokenMailedTo } from './caught.ts';
import type { TestApp, TestMember } from './test-app.ts';

/** Requests a password reset for the address. Returns the token of the mailed link. */
export async function resetTokenFor(florin: TestApp, email: string): Promise<string> {
  await florin.client.call(endpoints.forgotPassword, { body: { email } });
  await mailPasswordResets(florin.app.dependencies);
  const token = await tokenMailedTo(florin, email, '/reset-password#');
  if (token === '') throw new Error(`no link to reset the password was mailed to ${email}`);
  return token;
}

/** Resets the member's password with the mailed link. */
export async function resetPassword(
  florin: TestApp,
  { user: { email } }: Pick<TestMember, 'user'>,
  password = 'a fresh and longer one',
): Promise<void> {
  const token = await resetTokenFor(florin, email);
  await florin.client.call(endpoints.resetPassword, { body: { token, password } });
}
