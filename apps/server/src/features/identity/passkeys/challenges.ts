import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../../platform/database/pool.ts';
import { isUuid } from '../../../platform/uuid.ts';

/**
 * Stores a challenge for one answer within five minutes. @param userId the member who adds a passkey; undefined for a
 * sign-in or step-up
 */
export async function saveChallenge(database: Queryable, challenge: string, userId?: string): Promise<string> {
  const id = uuidv7();
  await database.query('insert into passkey_challenges (id, challenge, user_id) values ($1, $2, $3)', [
    id,
    challenge,
    userId,
  ]);
  return id;
}

/**
 * Returns and deletes a challenge, even if its answer is wrong. Returns undefined if the challenge does not exist or
 * has expired.
 */
export async function takeChallenge(database: Queryable, id: string, userId?: string): Promise<string | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await database.query<{ challenge: string }>(
    `delete from passkey_challenges
     where id = $1 and user_id is not distinct from $2 and expires_at > now() returning challenge`,
    [id, userId ?? null],
  );
  return rows[0]?.challenge;
}
