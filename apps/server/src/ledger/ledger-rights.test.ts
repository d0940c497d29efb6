import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { sqlState } from '../platform/database/transact.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const permissionDenied = '42501';

// platform/database/rights.test.ts tests that the role changes no row.
// Rules: security-38
describe("the application's role cannot lock or alter the ledger", () => {
  const tables = [
    'assets',
    'accounts',
    'journal_entries',
    'postings',
    'quote_uses',
    'holds',
    'closures',
    'swept',
    'sweeps',
  ];

  test.each(tables)("the application's role cannot lock or alter the table %s", async (table) => {
    for (const statement of [
      `select * from ledger.${table} for update`,
      `select * from ledger.${table} for share`,
      `lock table ledger.${table} in exclusive mode`,
      `create trigger t before insert on ledger.${table} execute function suppress_redundant_updates_trigger()`,
      `create rule r as on insert to ledger.${table} do instead nothing`,
      `alter table ledger.${table} owner to florin_app`,
      `alter table ledger.${table} disable trigger all`,
    ])
      expect(await codeOf(statement), `${statement}`).toBe(permissionDenied);
  });

  test.each([
    'update ledger.closures set reopened_at = now()',
    `insert into ledger.closures (reason) values ('mischief')`,
    'create index on ledger.postings (entry_id)',
    'drop index ledger.holds_by_account',
    `drop table ledger.postings_${new Date().getUTCFullYear()}`,
    'select ledger.open_year(2031)',
    'alter function ledger.sweep() rename to swept_away',
    `create function ledger.mine() returns int language sql as 'select 1'`,
    'drop view books.house_balances',
    'drop schema ledger cascade',
    `select setval('ledger.entry_blocks', 1)`,
    'alter role florin_app superuser',
  ])("the application's role cannot run: %s", async (statement) => {
    expect(await codeOf(statement)).toBe(permissionDenied);
  });
});

/** Returns the SQL state of the statement's error, or "done". Rolls the statement back. */
async function codeOf(statement: string): Promise<string | undefined> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    return 'done';
  } catch (error) {
    return sqlState(error);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
