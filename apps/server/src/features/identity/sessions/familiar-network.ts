import type { Queryable } from '../../../platform/database/pool.ts';
import { maskedNetwork } from './network.ts';

/**
 * The maximum number of familiar networks, because each one has its own counter of guesses. The earliest ones count.
 */
const maxNetworks = 10;
const maxRows = 100;

/**
 * Returns the network of the IP address if the account used it before; otherwise undefined. Known devices and open
 * sessions count. The browser's name does not count, because it is easy to guess. An address without an account runs
 * the same query.
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
    [email, maxRows],
  );
  const seen = new Set(rows.map((row) => row.network ?? maskedNetwork(row.ip ?? '')));
  const network = maskedNetwork(ip);
  return [...seen].slice(0, maxNetworks).includes(network) ? network : undefined;
}
