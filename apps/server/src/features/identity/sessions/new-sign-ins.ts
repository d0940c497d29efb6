import type { Queryable } from '../../../platform/database/pool.ts';

/** A sign-in on a new device that the member was notified about. */
export type NewSignIn = { readonly id: string; readonly device: string; readonly network: string; readonly at: Date };

/** Returns the latest sign-ins on new devices, newest first. They stay after the session ends. */
export async function newSignIns(database: Queryable, userId: string, limit: number): Promise<NewSignIn[]> {
  const { rows } = await database.query<NewSignIn>({
    name: 'new-sign-ins',
    text: `select left(encode(device, 'hex'), 32) as id, name as device, network, first_seen_at as at from known_devices
           where user_id = $1 and announced order by first_seen_at desc limit $2`,
    values: [userId, limit],
  });
  return rows;
}
