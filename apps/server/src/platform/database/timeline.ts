import type { PoolConfig } from 'pg';
import type { Pool } from './pool.ts';

type Watch = { timeline?: string; readonly forget: (() => void)[] };

const watches = new WeakMap<Pool, Watch>();

/**
 * What a pool is opened with, and to be told of the pool then. A standby that was promoted, and a copy of an earlier moment,
 * may lack the last commits, and gives what was numbered in them to others. Either begins a timeline of its own: each new
 * connection is asked for its number before anybody uses it.
 */
export function watchTimeline(): Required<Pick<PoolConfig, 'verify'>> & { readonly of: (pool: Pool) => void } {
  const watch: Watch = { forget: [] };
  return {
    of: (pool) => void watches.set(pool, watch),
    verify: (client, done) => {
      client.query<{ timeline: string | null }>(timelineNow, (error: Error | null, result) => {
        // Without an answer: an engine without timelines; and whoever uses a broken connection is told by what they ask.
        if (!error) moveTo(watch, result.rows[0]?.timeline ?? undefined);
        done();
      });
    },
  };
}

/** A standby has no file of the log to write to, and lasts until it is promoted. */
const timelineNow = `
  select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

function moveTo(watch: Watch, timeline: string | undefined) {
  if (timeline === undefined) return;
  if (watch.timeline !== undefined && watch.timeline !== timeline) for (const forget of watch.forget) forget();
  watch.timeline = timeline;
}

/** What was kept of the pool's database holds no more: it has become another one. */
export function whenDatabaseIsAnother(pool: Pool, forget: () => void): void {
  watches.get(pool)?.forget.push(forget);
}
