import { endpoints } from '@florin/contract';
import { clientOf, type Member } from './members.ts';

/** Signs in as the sandbox's operator. */
export const operatorOf = (origin: string): Promise<Member> => signedIn(origin, 'operator@florin.example');

/** Signs in as the second operator, who approves the first operator's proposals. */
export const secondOperatorOf = (origin: string): Promise<Member> => signedIn(origin, 'second.operator@florin.example');

async function signedIn(origin: string, email: string): Promise<Member> {
  const login = { email, password: 'sandbox-florin' };
  const { token, user } = await clientOf(origin, null).call(endpoints.login, { body: login });
  return { ...login, name: user.name, token, user, api: clientOf(origin, token) };
}

/** The status of the next case if another test's operator has just decided this case. */
export const nextIsDecided = 404;
