import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../../platform/database/pool.ts';
import { isUuid } from '../../../platform/uuid.ts';

/** Good for five minutes and one answer. @param userId who makes a passkey; nobody where one is shown */
export async function keepChallenge(database: Queryable, challenge: string, userId?: string): Promise<string> {
  const id = uuidv7();
  await database.query('insert into passkey_challenges (id, challenge, user_id) values ($1, $2, $3)', [
    id,
    challenge,
    userId,
  ]);
  return id;
}

/** Uses the challenge up, right answer or not. */
export async function takeChallenge(database: Queryable, id: string, userId?: string): Promise<string | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await database.query<{ challenge: string }>(
    `delete from passkey_challenges
     where id = $1 and user_id is not distinct from $2 and expires_at > now() returning challenge`,
    [id, userId ?? null],
  );
  return rows[0]?.challenge;
}
