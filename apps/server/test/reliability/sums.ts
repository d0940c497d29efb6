import type { Pool } from '../../src/platform/database/pool.ts';

export type Sums = {
  readonly asset: string;
  /** Of all accounts, which is zero: what members and the house have, less what came in. */
  readonly all: bigint;
  /** Of the accounts of members and the house, without those where money and coins come in and go out. */
  readonly inside: bigint;
  /** Of all postings, which is zero. */
  readonly posted: bigint;
  /** Accounts whose balance is not the sum of their postings. */
  readonly unlike: bigint;
};

/** What there is of each asset, in one statement and so in one snapshot. Memo assets count, and are not money. */
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
