import type { TestDatabase } from './test-database.ts';

/** Returns how many statements wait for a lock of another transaction. */
export async function blockedStatements({ ownerPool }: Pick<TestDatabase, 'ownerPool'>): Promise<number> {
  const { rows } = await ownerPool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}
