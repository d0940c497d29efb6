import type { LedgerHealth } from '@florin/contract';
import { amountOf, toDecimal } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';

type Sums = { asset: string; members: bigint; house: bigint };
type State = { entries: bigint; swept_at: Date | null; read_only: boolean };

/** The maximum number of reported findings. */
const maxFindings = 20;

/** Returns the sums of all accounts and the findings of the last sweeps. */
export async function ledgerHealth(database: Queryable): Promise<LedgerHealth> {
  const [assets, state, findings] = await Promise.all([
    sumsByAsset(database),
    stateOf(database),
    lastFindings(database),
  ]);
  return {
    assets,
    entries: Number(state?.entries ?? 0n),
    swept_at: state?.swept_at?.toISOString() ?? null,
    findings,
    read_only: state?.read_only ?? false,
  };
}

/** Sums the balances per asset. The sweep checks that the balances match the postings. */
export async function sumsByAsset(database: Queryable): Promise<LedgerHealth['assets']> {
  const { rows } = await database.query<Sums>(
    `select a.asset, coalesce(sum(a.posted) filter (where a.id > 0 and a.kind = 'wallet'), 0) as members,
            coalesce(sum(a.posted) filter (where not (a.id > 0 and a.kind = 'wallet')), 0) as house
     from books.accounts a join books.assets s on s.code = a.asset
     where not s.memo
     group by a.asset, s.decimals having bool_or(a.seq > 0)
     order by s.decimals, case a.asset when 'USD' then 0 else 1 end, a.asset`,
  );
  return rows.map(({ asset, members, house }) => ({
    asset,
    members_exact: toDecimal(amountOf(asset, members)),
    house_exact: toDecimal(amountOf(asset, house)),
    sum_exact: toDecimal(amountOf(asset, members + house)),
  }));
}

async function stateOf(database: Queryable): Promise<State | undefined> {
  const { rows } = await database.query<State>(
    `select (select count(*) from books.entries) as entries,
            (select ended_at from books.sweeps order by id desc limit 1) as swept_at,
            exists (select from books.closures where reopened_at is null) as read_only`,
  );
  return rows[0];
}

/**
 * Returns the findings of the last full sweep and of the last incremental sweep. Older findings may already be fixed.
 */
async function lastFindings(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ sentence: string }>(
    `select distinct upper(left(f ->> 'invariant', 1)) || substr(f ->> 'invariant', 2) || ': not so'
              || coalesce(' for account ' || (f ->> 'account_id'), '') || coalesce(' in entry ' || (f ->> 'entry_id'), '')
              || ' (' || (f ->> 'found') || ').' as sentence
     from (
       (select findings from books.sweeps where whole order by id desc limit 1)
       union all (select findings from books.sweeps where not whole order by id desc limit 1)
     ) last
     cross join lateral jsonb_array_elements(last.findings) f
     order by sentence limit $1`,
    [maxFindings],
  );
  return rows.map(({ sentence }) => sentence);
}
