import type { Queryable } from '../../../platform/database/pool.ts';

const accountsAtOnce = 1_000;

/** Reads the members' balances from one ledger, in pages of lines (`BalanceLines`). */
export async function* memberBalances(ledger: Queryable): AsyncGenerator<{ owners: string; balances: string }> {
  for (let after = 0n; ;) {
    const { rows } = await ledger.query<Page>({
      name: 'balances-of-members',
      text: `select max(id) as last, count(*) as count, string_agg(owner::text, e'\\n' order by id) as owners,
               string_agg(concat_ws(' ', id, asset, posted), e'\\n' order by id) as balances
             from (
               select id, owner, asset, posted from own_books.accounts
               where id > $1 and posted <> 0 and asset not in (select code from books.assets where memo)
               order by id limit $2
             ) page`,
      values: [after, accountsAtOnce],
    });
    const [page] = rows;
    if (!page?.last) return;
    yield { owners: page.owners, balances: page.balances };
    if (page.count < accountsAtOnce) return;
    after = page.last;
  }
}

type Page = {
  /** Null if there are no more balances. */
  readonly last: bigint | null;
  readonly count: bigint;
  readonly owners: string;
  readonly balances: string;
};

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

/** Returns the addresses of members, given as lines with their ids. */
export async function addressesOf(database: Queryable, owners: string): Promise<string> {
  const { rows } = await database.query<{ addresses: string }>({
    name: 'addresses-of-owners',
    text: `select string_agg(coalesce(email, ''), e'\\n' order by nth) as addresses
           from unnest(string_to_array($1, e'\\n')::uuid[]) with ordinality owners (owner, nth)
           left join people on people.id = owner`,
    values: [owners],
  });
  return rows[0]?.addresses ?? '';
}
