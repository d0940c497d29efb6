import type { DatabaseAddress, Pool } from '../../platform/database/pool.ts';

/**
 * Makes the views of `books` in the main database show the rows of all ledgers (`ledger.show_all_books`).
 *
 * @param owner the owner of the main database
 * @param addresses the further databases, by their numbers from 1 on, with a login that may read `own_books`
 */
export async function showAllBooks(owner: Pool, addresses: readonly DatabaseAddress[]): Promise<void> {
  await owner.query('select ledger.show_all_books($1)', [JSON.stringify(addresses.map(optionsOf))]);
}

/** Returns an address as PostgreSQL's own options. A missing one is left out. */
function optionsOf({ connectionString, host, port, user, password, database }: DatabaseAddress) {
  if (connectionString === undefined) return { server: { host, port, dbname: database }, login: { user, password } };
  const url = new URL(connectionString);
  const given = Object.fromEntries(url.searchParams);
  return {
    server: { host: url.hostname || undefined, port: url.port || undefined, dbname: url.pathname.slice(1), ...given },
    login: { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) || undefined },
  };
}
