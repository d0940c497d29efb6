import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
  await florin.signUpWith('100.00');
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const asApplication = (sql: string) => florin.database.pool.query(sql);
const denied = { code: '42501' };

async function ledgerTables(): Promise<string[]> {
  const { rows } = await florin.database.ownerPool.query<{ name: string }>(
    `select 'ledger.' || tablename as name from pg_tables where schemaname = 'ledger' order by 1`,
  );
  return rows.map(({ name }) => name);
}

describe('the application role', () => {
  test('connects the application with the role florin_app', async () => {
    const { rows } = await florin.database.pool.query('select current_user');
    expect(rows).toEqual([{ current_user: 'florin_app' }]);
  });

  // Rules: security-38
  test('the application role can neither read nor change ledger tables', async () => {
    const tables = await ledgerTables();
    expect(tables).toEqual(expect.arrayContaining(['ledger.accounts', 'ledger.journal_entries', 'ledger.postings']));
    for (const table of tables) {
      const { fields } = await florin.database.ownerPool.query(`select * from ${table} limit 0`);
      const column = fields.at(-1)?.name ?? '';
      for (const statement of [
        `select from ${table} limit 0`,
        `insert into ${table} default values`,
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table}`,
        `alter table ${table} add column x int`,
        `drop table ${table}`,
      ])
        await expect(asApplication(statement)).rejects.toMatchObject(denied);
    }
  });

  test('the application role can read every view and change nothing through a view', async () => {
    const { rows: views } = await florin.database.ownerPool.query<{ name: string; column: string }>(
      `select format('%I.%I', table_schema, table_name) as name, min(column_name) as column
       from information_schema.columns join information_schema.views using (table_schema, table_name)
       where table_schema in ('books', 'public') group by 1 order by 1`,
    );
    expect(views.map(({ name }) => name)).toEqual(expect.arrayContaining(['books.holds', 'public.people']));
    for (const { name, column } of views) {
      await asApplication(`select from ${name} limit 0`);
      for (const statement of [
        `insert into ${name} (${column}) values (null)`,
        `update ${name} set ${column} = null`,
        `delete from ${name}`,
      ])
        await expect(asApplication(statement)).rejects.toMatchObject({
          code: expect.stringMatching(/^(42501|55000)$/), // denied, or a view that cannot be written at all
        });
    }
  });

  test.each([
    'update installation set mode = mode',
    'insert into installation (mode) values ($$live$$)',
    'delete from installation',
    'truncate installation',
    'insert into migrations values ($$x$$, now())',
    'create table public.mine (x int)',
    'create table ledger.mine (x int)',
    'create or replace function ledger.sweep() returns int language sql as $$select 1$$',
    'delete from users',
    'truncate users cascade',
    'delete from charges',
    'delete from payment_methods',
    'select setval($$ledger.account_ids$$, 1)',
    'select nextval($$ledger.entry_blocks$$)',
    'set session_replication_role = replica',
    'create role mallory superuser',
    'copy users to program $$cat$$',
  ])('the application role cannot run: %s', async (statement) => {
    await expect(asApplication(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^42501$/) });
  });

  test('the application role can execute only the public functions of the ledger', async () => {
    const { rows } = await florin.database.pool.query<{ name: string; granted: boolean }>(
      `select p.proname as name, has_function_privilege('florin_app', p.oid, 'execute') as granted
       from pg_proc p where p.pronamespace = 'ledger'::regnamespace order by 1`,
    );
    expect(rows.filter(({ granted }) => granted).map(({ name }) => name)).toEqual([
      'baggage',
      'begin_move',
      'claim_key',
      'close_accounts',
      'close_ledger',
      'decide',
      'depart',
      'end_move',
      'enter_slots',
      'forget_decision',
      'index_new_postings',
      'is_committed',
      'last_entry_number',
      'leave_slots',
      'lock_accounts',
      'lock_home',
      'lock_member',
      'mark_transits',
      'members_in',
      'move_home',
      'open_accounts',
      'open_assets',
      'open_house_account',
      'open_years',
      'post',
      'record_contested',
      'run_sweep',
      'see_entry',
      'sweep',
      'take_in',
      'usage',
    ]);
  });
});
