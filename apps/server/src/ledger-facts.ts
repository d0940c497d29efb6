import type { Queryable } from './platform/database/pool.ts';

/**
 * Returns the total balance of all members' accounts in this database by asset. A backup records the totals in addition
 * to the rows.
 */
export async function factsOf(database: Queryable): Promise<Record<string, string>> {
  const { rows } = await database.query<{ asset: string; total: bigint }>(
    'select asset, sum(posted) as total from own_books.accounts where id > 0 group by asset order by asset',
  );
  return Object.fromEntries(rows.map(({ asset, total }) => [asset, String(total)]));
}

/** Computes the same totals from the postings alone. */
export async function factsFromPostings(database: Queryable): Promise<Record<string, string>> {
  const { rows } = await database.query<{ asset: string; total: bigint }>(
    `select a.asset, coalesce(sum(p.amount), 0) as total
     from own_books.accounts a left join own_books.postings p on p.account_id = a.id
     where a.id > 0 group by a.asset order by a.asset`,
  );
  return Object.fromEntries(rows.map(({ asset, total }) => [asset, String(total)]));
}
