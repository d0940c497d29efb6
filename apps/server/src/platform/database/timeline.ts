import type { Pool, PoolConfig } from 'pg';

type Watch = { timeline?: string; readonly forget: (() => void)[] };

const watches = new WeakMap<Pool, Watch>();

/**
 * Returns the pool options that detect a switch to another database. A promoted standby or a restored backup may lack the
 * last commits, and may give their ids to other rows. Both start a new PostgreSQL timeline, so each new connection reads
 * the timeline number before its first use. Pass the opened pool to `of`.
 */
export function watchTimeline(): Required<Pick<PoolConfig, 'verify'>> & { readonly of: (pool: Pool) => void } {
  const watch: Watch = { forget: [] };
  return {
    of: (pool) => void watches.set(pool, watch),
    verify: (client, done) => {
      client.query<{ timeline: string | null }>(timelineNow, (error: Error | null, result) => {
        // Ignore errors: the engine may have no timelines, and on a broken connection the caller's own statement fails.
        if (!error) moveTo(watch, result.rows[0]?.timeline ?? undefined);
        done();
      });
    },
  };
}

/** Null on a standby: it writes no log file before it is promoted. */
const timelineNow = `
  select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

function moveTo(watch: Watch, timeline: string | undefined) {
  if (timeline === undefined) return;
  if (watch.timeline !== undefined && watch.timeline !== timeline) for (const forget of watch.forget) forget();
  watch.timeline = timeline;
}

/** Calls `forget` when the pool connects to another database, so that cached data is dropped. */
export function whenDatabaseIsAnother(pool: Pool, forget: () => void): void {
  watches.get(pool)?.forget.push(forget);
}
