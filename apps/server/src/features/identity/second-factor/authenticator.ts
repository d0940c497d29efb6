import { Secret, TOTP } from 'otpauth';
import type { Queryable } from '../../../platform/database/pool.ts';
import type { Vault } from '../../../platform/vault.ts';

const secretBytes = 20;
const periodSeconds = 30;
/** The number of accepted steps before and after the current one, because clocks differ and typing takes time. */
const tolerance = 1;
const purpose = 'totp';

const totpOf = (secret: Secret, { issuer = '', email = '' } = {}) =>
  new TOTP({ issuer, label: email, secret, period: periodSeconds, digits: 6, algorithm: 'SHA1' });

/** Creates a secret for an authenticator app and stores it encrypted. Replaces an earlier secret. */
export async function createAuthenticator(
  tx: Queryable,
  vault: Vault,
  { id, email, issuer }: { readonly id: string; readonly email: string; readonly issuer: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: secretBytes });
  const encrypted = await vault.encrypt(tx, id, purpose, Buffer.from(secret.bytes));
  await tx.query(
    `insert into authenticators (user_id, sealed) values ($1, $2)
     on conflict (user_id) do update set sealed = excluded.sealed, last_step = 0, created_at = now()`,
    [id, encrypted],
  );
  return { secret: secret.base32, uri: totpOf(secret, { issuer, email }).toString() };
}

/**
 * Checks a code by the database's clock and returns its step. A step is accepted once, because the update compares it
 * with the last step. Returns undefined for a wrong, late or used code.
 */
export async function takeCode(
  database: Queryable,
  vault: Vault,
  userId: string,
  code: string,
): Promise<bigint | undefined> {
  const { rows } = await database.query<{ sealed: Buffer; now: bigint }>(
    'select sealed, floor(extract(epoch from now()))::bigint as now from authenticators where user_id = $1',
    [userId],
  );
  if (!rows[0]) return undefined;
  const { sealed: encrypted, now } = rows[0];
  const bytes = await vault.decrypt(database, userId, purpose, encrypted);
  const totp = totpOf(new Secret({ buffer: Uint8Array.from(bytes).buffer }));
  const delta = totp.validate({ token: code, timestamp: Number(now) * 1_000, window: tolerance });
  if (delta === null) return undefined;
  const step = now / BigInt(periodSeconds) + BigInt(delta);
  const { rowCount } = await database.query(
    'update authenticators set last_step = $2 where user_id = $1 and last_step < $2',
    [userId, step],
  );
  return rowCount === 1 ? step : undefined;
}
