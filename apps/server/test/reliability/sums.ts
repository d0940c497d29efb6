import type { Pool } from '../../src/platform/database/pool.ts';

export type Sums = {
  readonly asset: string;
  /** The sum over all accounts, which is zero. */
  readonly all: bigint;
  /** The sum over the accounts of members and the house, without the accounts where money and coins enter or leave. */
  readonly inside: bigint;
  /** The sum over all postings, which is zero. */
  readonly posted: bigint;
  /** How many accounts have a balance that is not the sum of their postings. */
  readonly unlike: bigint;
};

/**
 * Returns the sums of each asset, in one statement and so in one snapshot. Leaves out memo assets, which are not money.
 */
export async function readSums(ownerPool: Pool): Promise<Sums[]> {
  const { rows } = await ownerPool.query<Sums>(
    `select a.asset,
            sum(a.posted) as "all",
            sum(a.posted) filter (where a.kind not in ('card-clearing', 'bank-clearing', 'capital')) as inside,
            sum(p.sum) as posted,
            count(*) filter (where a.posted <> p.sum) as unlike
     from books.accounts a
     cross join lateral (select coalesce(sum(amount), 0) as sum from books.postings where account_id = a.id) p
     where a.asset not like '%-limit'
     group by a.asset
     order by a.asset`,
  );
  return rows;
}
