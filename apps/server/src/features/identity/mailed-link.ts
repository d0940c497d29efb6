import { Refusal } from '../../platform/refusal.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { assertNotChanged, knownByPassword } from './log-in.ts';
import type { SignedIn } from './member.ts';
import type { FactorDependencies } from './second-factor/show-factor.ts';
import type { Origin } from './sessions/device.ts';
import { familiarNetwork } from './sessions/familiar-network.ts';
import { assertStillSignedIn } from './sessions/open-sessions.ts';

/** The session and the password that arrive with the token of a mailed link. */
export type LinkHolder = {
  readonly session: SignedIn | undefined;
  readonly password: string | undefined;
  readonly origin: Origin;
};

type CallWithToken = {
  readonly token: string;
  readonly body: { readonly password?: string | undefined };
  readonly ip: string;
  readonly userAgent: string;
};

/**
 * Returns the session and the password of a call. Ignores an ended session, so the page asks for the password instead
 * of signing out. Ignores an API key, because only people open mailed links.
 */
export async function linkHolderOf(
  { authenticate }: { readonly authenticate: (token: string) => Promise<SignedIn> },
  { token, body, ip, userAgent }: CallWithToken,
): Promise<LinkHolder> {
  const caller = token === '' ? undefined : await authenticate(token).catch(ignoreEnded);
  const session = caller?.key ? undefined : caller;
  return { session, password: body.password, origin: { ip, userAgent } };
}

function ignoreEnded(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'not_signed_in') return undefined;
  throw error;
}

type Account = { readonly id: string; readonly email: string };

/**
 * Checks that the reader of the mail also holds the account. Anyone can open an account with a foreign address, so the
 * link alone would confirm the address for a stranger. Wrong passwords count as at sign-in. Refusals:
 * `confirmation_of_another`, `confirmation_needs_password`, `bad_credentials`, `too_many_requests`, `busy`.
 *
 * @returns a check for the confirming transaction that the session or password is still valid
 */
export async function assertLinkHolder(
  dependencies: FactorDependencies,
  account: Account,
  { session, password, origin }: LinkHolder,
): Promise<(tx: Queryable) => Promise<void>> {
  const { pool } = dependencies;
  if (session) {
    await assertHolds(pool, session, account);
    return async (tx) => {
      await assertStillSignedIn(tx, session);
      await assertHolds(tx, session, account);
    };
  }
  if (await isBusiness(pool, account.id))
    throw new Refusal(
      'confirmation_of_another',
      'This link belongs to a business. Log in as its owner or admin, then open the link again.',
    );
  if (password === undefined)
    throw new Refusal('confirmation_needs_password', 'Enter the password of the account to confirm its address.');
  const familiar = await familiarNetwork(pool, account.email, origin.ip);
  const { member, since } = await knownByPassword(dependencies, { email: account.email, password, origin }, familiar);
  return (tx) => assertNotChanged(tx, member, since);
}

/** The session may act for a business in which its person has few rights. Refusals: `confirmation_of_another`. */
async function assertHolds(database: Queryable, session: SignedIn, account: Account): Promise<void> {
  const personId = session.acts?.person.id ?? session.id;
  if (personId === account.id || (await managesBusiness(database, personId, account.id))) return;
  throw new Refusal(
    'confirmation_of_another',
    'This link belongs to another account. Log out, then open the link again.',
  );
}

/** A business has no session and no password of its own. */
async function managesBusiness(database: Queryable, personId: string, businessId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from business_roles where person_id = $1 and business_id = $2 and role in ('owner', 'admin')`,
    [personId, businessId],
  );
  return rowCount === 1;
}

async function isBusiness(database: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await database.query(`select from users where id = $1 and kind = 'business'`, [id]);
  return rowCount === 1;
}
