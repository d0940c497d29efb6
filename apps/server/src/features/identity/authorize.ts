import {
  businessAccess,
  endpoints,
  keyAccess,
  permissionsOf,
  roleTitles,
  type BusinessAccess,
  type BusinessRole,
  type Endpoint,
  type EndpointName,
  type KeyAccess,
} from '@florin/contract';
import { Refusal } from '../../platform/refusal.ts';
import { isInNetworks } from './api-keys/networks.ts';
import type { CallingKey, SignedIn } from './member.ts';
import { accountRestricted } from './restriction.ts';
import { factorResetWait } from './second-factor/reset-wait.ts';

/** The facts about a caller that decide which calls are allowed. */
type Caller = Pick<
  SignedIn,
  | 'role'
  | 'emailConfirmed'
  | 'hasFactor'
  | 'factorFresh'
  | 'passwordFresh'
  | 'resetWaitUntil'
  | 'restricted'
  | 'acts'
  | 'key'
>;

/** Counts the calls of API keys. */
type KeyUses = { readonly record: (keyId: string, ip: string) => void };

/** The calls by their definitions. */
const accessOf = new Map<Endpoint, BusinessAccess>(
  Object.entries(endpoints).map(([name, endpoint]) => [endpoint, businessAccess[name as EndpointName]]),
);

/** The scopes of the calls by their definitions. */
const scopeOf = new Map<Endpoint, KeyAccess>(
  Object.entries(endpoints).map(([name, endpoint]) => [endpoint, keyAccess[name as EndpointName]]),
);

/**
 * Returns a function that rejects callers who may not call the endpoint or have not confirmed enough for this call. In
 * live mode, operators without a second factor may make no operator call. Refusals: `not_found`,
 * `operator_needs_factor`, `own_account_only`, `role_not_allowed`, `email_not_confirmed`, `account_restricted`,
 * `second_factor_required`, `password_required`, `factor_reset_wait`; for API keys `network_not_allowed`,
 * `not_for_keys`, `scope_missing`.
 *
 * Counts the allowed calls of API keys.
 *
 * @param ip the caller's address
 */
export const authorizer =
  (mode: 'sandbox' | 'live', keyUses: KeyUses) =>
  (endpoint: Endpoint, member: Caller, ip: string): void => {
    const { access, needsConfirmedEmail, notWhileOwing, stepUp, waitsAfterFactorReset } = endpoint;
    if (member.acts && access !== 'operator') assertRole(accessOf.get(endpoint) ?? 'none', member.acts.role);
    if (access === 'operator' && member.role !== 'operator') throw new Refusal('not_found', 'There is nothing here.');
    if (access === 'operator' && mode === 'live' && !member.hasFactor)
      throw new Refusal('operator_needs_factor', 'Set up a second factor on your profile page first.');
    if (member.key) assertScope(scopeOf.get(endpoint) ?? 'never', member.key, ip);
    if (needsConfirmedEmail && !member.emailConfirmed)
      throw new Refusal(
        'email_not_confirmed',
        'Confirm your email address first. Open the link in the email we sent you, or request a new one.',
      );
    if (notWhileOwing && member.restricted) throw accountRestricted();
    if (waitsAfterFactorReset === true && member.resetWaitUntil) throw factorResetWait(member.resetWaitUntil);
    if (stepUp === true || stepUp === 'or_password') assertShown(stepUp, member);
    if (member.key) keyUses.record(member.key.id, ip);
  };

/** Requires a fresh second factor. With `or_password`, a member without one must have entered the password instead. */
function assertShown(stepUp: true | 'or_password', { hasFactor, factorFresh, passwordFresh }: Caller) {
  if (hasFactor && !factorFresh) throw new Refusal('second_factor_required', 'Confirm with your second factor first.');
  if (stepUp === 'or_password' && !hasFactor && !passwordFresh)
    throw new Refusal('password_required', 'Enter your password again first.');
}

function assertRole(access: BusinessAccess, role: BusinessRole) {
  if (access === 'person' || access === 'none')
    throw new Refusal('own_account_only', 'This belongs to a person. Switch to your own account first.');
  if (access !== 'any' && !permissionsOf[role].includes(access))
    throw new Refusal(
      'role_not_allowed',
      `${roleTitles[role]}s of this business cannot do this. Ask an owner or admin.`,
    );
}

/** Refusals: `network_not_allowed`, `not_for_keys`, `scope_missing`. */
function assertScope(scope: KeyAccess, { scopes, networks }: CallingKey, ip: string) {
  if (!isInNetworks(networks, ip))
    throw new Refusal('network_not_allowed', 'This API key does not work from your network.');
  if (scope === 'never') throw new Refusal('not_for_keys', 'API keys cannot do this. Sign in instead.');
  if (!scopes.includes(scope)) throw new Refusal('scope_missing', `This API key needs the scope ${scope}.`);
}
