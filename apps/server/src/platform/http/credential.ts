import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/** The header that names the business that the caller acts for, by its handle. */
const accountHeader = 'florin-account';

/** Returns the token, and after a space the account that the call is for. Refusals: `business_not_found`. */
export function credentialOf(request: FastifyRequest): string | undefined {
  const token = bearerToken(request);
  const account = request.headers[accountHeader];
  if (token === undefined || account === undefined) return token;
  if (typeof account !== 'string' || !/^[a-z0-9-]{1,40}$/.test(account))
    throw new Refusal('business_not_found', 'You have no access to this business.');
  return `${token} ${account}`;
}

const bearerToken = (request: FastifyRequest) =>
  /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];

/** Refusals: `not_signed_in`. */
export function required(token: string | undefined): string {
  if (token === undefined) throw new Refusal('not_signed_in', 'Please sign in.');
  return token;
}
