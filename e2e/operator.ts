import { endpoints } from '@florin/contract';
import { clientOf, type Member } from './members.ts';

/** The operator of the sandbox's cast. */
export async function operatorOf(origin: string): Promise<Member> {
  const login = { email: 'operator@florin.example', password: 'sandbox-florin' };
  const { token, user } = await clientOf(origin, null).call(endpoints.login, { body: login });
  return { ...login, name: user.name, token, user, api: clientOf(origin, token) };
}
