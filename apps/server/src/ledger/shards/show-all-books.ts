import { DatabaseError } from 'pg';
import type { DatabaseAddress, Pool } from '../../platform/database/pool.ts';
import { addressesIn } from '../../platform/database/several-hosts.ts';

/**
 * Makes the views of `books` in the main database show the rows of all ledgers (`ledger.show_all_books`).
 *
 * @param owner the owner of the main database
 * @param addresses the further databases, by their numbers from 1 on, with a login that may read `own_books`
 */
export async function showAllBooks(owner: Pool, addresses: readonly DatabaseAddress[]): Promise<void> {
  await owner
    .query('select ledger.show_all_books($1)', [JSON.stringify(addresses.map(optionsOf))])
    .catch((error: unknown) => {
      // Removes the failed statement, which PostgreSQL quotes and which may have a password.
      if (error instanceof DatabaseError) Object.assign(error, { where: undefined, internalQuery: undefined });
      throw error;
    });
}

/** The settings of a connection that both the driver and PostgreSQL's own client know. */
const shared =
  /^(?:ssl\w+|host|port|connect_timeout|keepalives\w*|tcp_user_timeout|channel_binding|gssencmode|options)$/;

/** Returns an address as options of PostgreSQL's own client. Leaves out missing options. */
function optionsOf({ connectionString, host, port, user, password, database }: DatabaseAddress) {
  if (connectionString === undefined) return { server: { host, port, dbname: database }, login: { user, password } };
  const hosts = addressesIn(connectionString).map((address) => new URL(address));
  const [url] = hosts;
  if (!url) throw new Error('an address has no host');
  const given = Object.fromEntries(url.searchParams.entries().filter(([name]) => shared.test(name)));
  const ports = hosts.map((one) => one.port || '5432').join(',');
  return {
    server: {
      host: hosts.map(({ hostname }) => decodeURIComponent(hostname).replaceAll(/[[\]]/g, '')).join(',') || undefined,
      port: url.port === '' && hosts.length === 1 ? undefined : ports,
      dbname: decodeURIComponent(url.pathname.slice(1)),
      ...(hosts.length > 1 && { target_session_attrs: 'read-write' }),
      ...given,
      // The driver's name for a connection without a check of the certificate.
      ...(given['sslmode'] === 'no-verify' && { sslmode: 'require' }),
    },
    login: {
      user: decodeURIComponent(url.searchParams.get('user') ?? url.username),
      password: decodeURIComponent(url.password) || (url.searchParams.get('password') ?? undefined),
    },
  };
}
