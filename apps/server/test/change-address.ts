import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import type { TestApp, TestMember } from './test-app.ts';

export const newAddress = () => `${randomUUID().slice(0, 13)}@florin.example`;

/** Changes the member's address and opens the mailed link. Returns the address. */
export async function changeAddress(
  { client }: Pick<TestApp, 'client'>,
  member: TestMember,
  email = newAddress(),
): Promise<string> {
  await member.client.call(endpoints.changeEmail, { body: { email, current_password: member.password } });
  const [mail] = await client.call(endpoints.listCaughtMails, { query: { to: email } });
  await member.client.call(endpoints.confirmEmailChange, { body: { token: mail?.link?.split('#')[1] ?? '' } });
  return email;
}
