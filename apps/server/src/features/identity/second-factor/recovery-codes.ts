import { hash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../../platform/database/pool.ts';

const codeCount = 10;
const codeBytes = 10;
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789'; // 32 characters without look-alikes

/**
 * Returns the digest of a code. A fast hash suffices for 80 random bits. The member's id makes digests differ between
 * members.
 */
const digestOf = (userId: string, code: string) => hash('sha256', `recovery ${userId} ${code}`, 'buffer');

/** Creates ten new codes and deletes the old ones. The codes are shown only once. */
export async function createRecoveryCodes(tx: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode);
  await tx.query('delete from recovery_codes where user_id = $1', [userId]);
  await tx.query('insert into recovery_codes (user_id, digest) select $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => digestOf(userId, code)),
  ]);
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'));
}

/**
 * Returns whether the member has an active authenticator or a passkey. The caller's transaction has locked the member's
 * row.
 */
export async function hasAnyFactor(tx: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from users u where id = $1
       and (two_factor_at is not null or exists (select from passkeys p where p.user_id = u.id))`,
    [userId],
  );
  return rowCount === 1;
}

/**
 * Creates ten codes with the member's first factor. Returns undefined if codes already exist. The caller's transaction
 * has locked the member's row.
 */
export async function firstRecoveryCodes(tx: Queryable, userId: string): Promise<string[] | undefined> {
  const { rowCount } = await tx.query('select from recovery_codes where user_id = $1 limit 1', [userId]);
  return rowCount === 0 ? createRecoveryCodes(tx, userId) : undefined;
}

/** Deletes the recovery codes after the last factor is removed, because they only replace a lost factor. */
export async function voidCodesWithoutFactor(tx: Queryable, userId: string): Promise<void> {
  if (!(await hasAnyFactor(tx, userId))) await tx.query('delete from recovery_codes where user_id = $1', [userId]);
}

/** Uses a code and returns whether it was valid. Only one of two parallel uses succeeds. */
export async function takeRecoveryCode(database: Queryable, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await database.query(
    'update recovery_codes set used_at = now() where user_id = $1 and digest = $2 and used_at is null',
    [userId, digestOf(userId, code)],
  );
  return rowCount === 1;
}

function newCode(): string {
  let bits = randomBytes(codeBytes).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let code = '';
  for (let sign = 0; sign < (codeBytes * 8) / 5; sign++) {
    code += alphabet[Number(bits & 31n)];
    bits >>= 5n;
  }
  return code;
}
