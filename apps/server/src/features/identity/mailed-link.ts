import { Refusal } from '../../platform/refusal.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { assertNotChanged, knownByPassword } from './log-in.ts';
import type { SignedIn } from './member.ts';
import type { FactorDependencies } from './second-factor/show-factor.ts';
import type { Origin } from './sessions/device.ts';
import { familiarNetwork } from './sessions/familiar-network.ts';
import { assertStillSignedIn } from './sessions/open-sessions.ts';

/** What comes with the token of a mailed link. */
export type LinkHolder = {
  readonly session: SignedIn | undefined;
  readonly password: string | undefined;
  readonly origin: Origin;
};

type AskedWithToken = {
  readonly token: string;
  readonly body: { readonly password?: string | undefined };
  readonly ip: string;
  readonly userAgent: string;
};

/** A session that has ended is none: the page asks for the password instead of signing out. */
export async function holderOf(
  { authenticate }: { readonly authenticate: (token: string) => Promise<SignedIn> },
  { token, body, ip, userAgent }: AskedWithToken,
): Promise<LinkHolder> {
  const session = token === '' ? undefined : await authenticate(token).catch(noneIfEnded);
  return { session, password: body.password, origin: { ip, userAgent } };
}

function noneIfEnded(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'not_signed_in') return undefined;
  throw error;
}

type Account = { readonly id: string; readonly email: string };

/**
 * Checks that the reader of the mail also holds the account. Anybody can open an account with an address that is not
 * theirs, so a link alone would confirm it for a stranger. Wrong passwords count as they do at sign-in. Refusals:
 * `confirmation_of_another`, `confirmation_needs_password`, `bad_credentials`, `too_many_requests`, `busy`.
 *
 * @returns a check that the session or the password still stands, for the transaction that confirms
 */
export async function assertHolds(
  dependencies: FactorDependencies,
  account: Account,
  { session, password, origin }: LinkHolder,
): Promise<(tx: Queryable) => Promise<void>> {
  if (session) {
    if (session.id !== account.id)
      throw new Refusal(
        'confirmation_of_another',
        'This link belongs to another account. Log out, then open the link again.',
      );
    return (tx) => assertStillSignedIn(tx, session);
  }
  if (password === undefined)
    throw new Refusal('confirmation_needs_password', 'Enter the password of the account to confirm its address.');
  const familiar = await familiarNetwork(dependencies.pool, account.email, origin.ip);
  const { member, since } = await knownByPassword(dependencies, { email: account.email, password, origin }, familiar);
  return (tx) => assertNotChanged(tx, member, since);
}
