import { hash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../../platform/database/pool.ts';

const codesInAll = 10;
const codeBytes = 10;
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789'; // 32 signs, none that looks like another

/** 80 random bits need no slow hash; the member's id keeps the digests of two members apart. */
const digestOf = (userId: string, code: string) => hash('sha256', `recovery ${userId} ${code}`, 'buffer');

/** Ten new codes, in the place of all that were there. They are shown this once. */
export async function makeRecoveryCodes(tx: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesInAll }, newCode);
  await tx.query('delete from recovery_codes where user_id = $1', [userId]);
  await tx.query('insert into recovery_codes (user_id, digest) select $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => digestOf(userId, code)),
  ]);
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'));
}

/** Has an authenticator that is on, or a passkey. In a transaction that keeps the member's row. */
export async function hasAnyFactor(tx: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from users u where id = $1
       and (two_factor_at is not null or exists (select from passkeys p where p.user_id = u.id))`,
    [userId],
  );
  return rowCount === 1;
}

/** Ten codes together with the first factor; undefined where there are some already. In such a transaction, too. */
export async function firstRecoveryCodes(tx: Queryable, userId: string): Promise<string[] | undefined> {
  const { rowCount } = await tx.query('select from recovery_codes where user_id = $1 limit 1', [userId]);
  return rowCount === 0 ? makeRecoveryCodes(tx, userId) : undefined;
}

/** Recovery codes stand for a lost factor: with the last factor they go. */
export async function voidCodesWithoutFactor(tx: Queryable, userId: string): Promise<void> {
  if (!(await hasAnyFactor(tx, userId))) await tx.query('delete from recovery_codes where user_id = $1', [userId]);
}

/** Uses a code up. Of two uses at the same moment one is good. */
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
