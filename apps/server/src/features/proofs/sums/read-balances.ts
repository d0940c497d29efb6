import type { Queryable } from '../../../platform/database/pool.ts';

export type MemberBalance = {
  readonly id: bigint;
  readonly owner: string;
  readonly asset: string;
  readonly posted: bigint;
};

/** Requests of members wait for the work on this number of accounts. */
const accountsAtOnce = 1_000;

/** Reads the members' balances from one ledger, in pages. */
export async function* memberBalances(ledger: Queryable): AsyncGenerator<MemberBalance[]> {
  for (let after = 0n; ;) {
    const { rows } = await ledger.query<MemberBalance>({
      name: 'balances-of-members',
      text: `select id, owner, asset, posted from own_books.accounts
             where id > $1 and posted <> 0 and asset not in (select code from books.assets where memo)
             order by id limit $2`,
      values: [after, accountsAtOnce],
    });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < accountsAtOnce || !last) return;
    after = last.id;
  }
}

/** Returns the number of balances of each asset in a ledger. */
export async function countBalances(ledger: Queryable): Promise<{ asset: string; count: number }[]> {
  const { rows } = await ledger.query<{ asset: string; count: bigint }>(
    `select asset, count(*) as count from own_books.accounts
     where id > 0 and posted <> 0 and asset not in (select code from books.assets where memo) group by asset`,
  );
  return rows.map(({ asset, count }) => ({ asset, count: Number(count) }));
}

export type HouseBalance = { readonly kind: string; readonly asset: string; readonly posted: bigint };

/** Returns the balances of the house's accounts in one ledger. */
export async function houseBalances(ledger: Queryable): Promise<HouseBalance[]> {
  const { rows } = await ledger.query<HouseBalance>(
    `select kind, asset, sum(posted) as posted from own_books.accounts
     where id < 0 and asset not in (select code from books.assets where memo) group by kind, asset`,
  );
  return rows;
}

/** Returns the addresses of members by id. */
export async function addressesOf(database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ id: string; email: string }>(
    'select id, email from people where id = any ($1::uuid[])',
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}
