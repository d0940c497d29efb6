import type { Queryable } from '../../platform/database/pool.ts';

/**
 * Moves the expiry of an account's API keys and the end of their replaced secrets closer by `seconds`, but not before now.
 * Writes each secret again, because nodes drop a cached key when one of its secrets changes.
 */
export async function moveKeyTimes(tx: Queryable, accountId: string, seconds: number): Promise<void> {
  await tx.query(
    `update api_keys set expires_at = greatest(expires_at - make_interval(secs => $2), now())
     where party_id = $1 and revoked_at is null and expires_at > now()`,
    [accountId, seconds],
  );
  await tx.query(
    `update api_key_secrets s set
       until = case when s.until > now() then greatest(s.until - make_interval(secs => $2), now()) else s.until end
     from api_keys k
     where k.id = s.key_id and k.party_id = $1 and k.revoked_at is null
       and (k.expires_at is not null or s.until is not null)`,
    [accountId, seconds],
  );
}
