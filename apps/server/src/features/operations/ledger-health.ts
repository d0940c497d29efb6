import type { LedgerHealth } from '@florin/contract';
import { amountOf, toDecimal } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';

type Sums = { asset: string; members: bigint; house: bigint };
type State = { entries: bigint; swept_at: Date | null; read_only: boolean };

/** The maximum number of reported findings. */
const maxFindings = 20;

/**
 * Returns the sums of all accounts and the findings of the last sweeps. Several ledgers are swept separately. The time
 * is then the oldest of their last sweeps.
 */
export async function ledgerHealth(main: Queryable, further: readonly Queryable[] = []): Promise<LedgerHealth> {
  const ledgers = [main, ...further];
  const [assets, states, findings] = await Promise.all([
    sumsByAsset(main),
    Promise.all(ledgers.map(stateOf)),
    Promise.all(ledgers.map(lastFindings)),
  ]);
  return {
    assets,
    entries: states.reduce((sum, { entries }) => sum + Number(entries), 0),
    swept_at: oldest(states.map(({ swept_at }) => swept_at)),
    findings: findings.flat().slice(0, maxFindings),
    read_only: states.some(({ read_only }) => read_only),
  };
}

/** Returns null if a ledger was never swept. */
function oldest(sweeps: readonly (Date | null)[]): string | null {
  const first = Math.min(...sweeps.map((at) => at?.getTime() ?? -Infinity));
  return first === -Infinity ? null : new Date(first).toISOString();
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

async function stateOf(database: Queryable): Promise<State> {
  const { rows } = await database.query<State>(
    `select (select count(*) from own_books.entries) as entries,
            (select ended_at from books.sweeps order by id desc limit 1) as swept_at,
            exists (select from books.closures where reopened_at is null) as read_only`,
  );
  const [state] = rows;
  if (!state) throw new Error('a query without a table returns one row');
  return state;
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
