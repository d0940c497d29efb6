import type { Queryable } from '../../../platform/database/pool.ts';
import { maskedNetwork } from './network.ts';

/** Each is one counter more that guesses fall to. The first ones stay: whoever got in later does not push them out. */
const mostNetworks = 10;
const mostLookedAt = 100;

/**
 * The network, where the account with that address was signed in to from it before: on a device that was first seen
 * there, or in a session that is still open. What a browser says it is does not count: that is easily guessed. Asked in
 * the same words for an address that nobody has.
 */
export async function familiarNetwork(database: Queryable, email: string, ip: string): Promise<string | undefined> {
  const { rows } = await database.query<{ network: string | null; ip: string | null }>(
    `select network, ip from (
       select d.network, null as ip, d.first_seen_at as since
       from users u join known_devices d on d.user_id = u.id where u.email = $1
       union all
       select null, s.ip, s.created_at
       from users u join sessions s on s.user_id = u.id where u.email = $1 and s.expires_at > now()
     ) seen group by network, ip order by min(since) limit $2`,
    [email, mostLookedAt],
  );
  const seen = new Set(rows.map((row) => row.network ?? maskedNetwork(row.ip ?? '')));
  const network = maskedNetwork(ip);
  return [...seen].slice(0, mostNetworks).includes(network) ? network : undefined;
}
