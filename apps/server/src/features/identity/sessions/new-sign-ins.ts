import type { Queryable } from '../../../platform/database/pool.ts';

/** A sign-in that the member was told of. */
export type NewSignIn = { readonly id: string; readonly device: string; readonly network: string; readonly at: Date };

/** The latest, newest first. They stay when the session is over. */
export async function newSignIns(database: Queryable, userId: string, limit: number): Promise<NewSignIn[]> {
  const { rows } = await database.query<NewSignIn>({
    name: 'new-sign-ins',
    text: `select left(encode(device, 'hex'), 32) as id, name as device, network, first_seen_at as at from known_devices
           where user_id = $1 and announced order by first_seen_at desc limit $2`,
    values: [userId, limit],
  });
  return rows;
}
