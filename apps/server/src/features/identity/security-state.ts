import type { SecurityState } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { listPasskeys } from './passkeys/passkey-store.ts';

type Row = { changed: Date; since: Date | null; codes: number };

/** Returns the security settings of an account. */
export async function securityState(pool: Pool, userId: string): Promise<SecurityState> {
  const { rows } = await pool.query<Row>(
    `select password_changed_at as changed, two_factor_at as since,
            (select count(*)::int from recovery_codes c where c.user_id = u.id and c.used_at is null) as codes
     from users u where id = $1`,
    [userId],
  );
  if (!rows[0]) throw new Error('the signed-in member does not exist');
  const { changed, since, codes } = rows[0];
  return {
    password_changed_at: changed.toISOString(),
    two_factor_since: since?.toISOString() ?? null,
    recovery_codes_left: codes,
    passkeys: await listPasskeys(pool, userId),
  };
}
