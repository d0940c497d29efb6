import type { Pool } from '../src/platform/database/pool.ts';

/**
 * Records `synchronous_commit` for each row that is inserted into the table from now on. The setting shows whether the
 * row's transaction waits for the disk.
 */
export async function recordDurability(ownerPool: Pool, table: string) {
  await ownerPool.query(`
    create table ${table}_durability (id bigint generated always as identity, setting text not null);
    create function record_${table}_durability() returns trigger language plpgsql security definer as $$ begin
      insert into public.${table}_durability (setting) values (current_setting('synchronous_commit'));
      return new;
    end $$;
    create trigger record_durability before insert on ${table} for each row execute function record_${table}_durability()`);
  return async (): Promise<string[]> => {
    const { rows } = await ownerPool.query<{ setting: string }>(`select setting from ${table}_durability order by id`);
    return rows.map(({ setting }) => setting);
  };
}
