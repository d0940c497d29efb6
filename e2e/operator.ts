import { endpoints } from '@florin/contract';
import { clientOf, type Member } from './members.ts';

/** The operator of the sandbox's cast. */
export const operatorOf = (origin: string): Promise<Member> => signedIn(origin, 'operator@florin.example');

/** Another one, who approves what the first one proposes. */
export const secondOperatorOf = (origin: string): Promise<Member> => signedIn(origin, 'second.operator@florin.example');

async function signedIn(origin: string, email: string): Promise<Member> {
  const login = { email, password: 'sandbox-florin' };
  const { token, user } = await clientOf(origin, null).call(endpoints.login, { body: login });
  return { ...login, name: user.name, token, user, api: clientOf(origin, token) };
}

/** After a decision the next case opens by itself, which another test's operator may have decided just before. */
export const nextIsDecided = 404;
