import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cuttableWire } from '../test/cuttable-wire.ts';
import { onDatabase } from '../test/global-setup.ts';
import { liveSettings } from '../test/live-settings.ts';
import { createTestDatabase, urlOf, type TestDatabase } from '../test/test-database.ts';
import { parseConfig, PassingProblem } from './config.ts';
import { openDatabase } from './open-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const sandbox = () => parseConfig({ DATABASE_URL: urlOf(database.address) });
const live = () => parseConfig({ ...liveSettings, DATABASE_URL: urlOf(database.address) });

describe('openDatabase', () => {
  test('opens DATABASE_URL as owner and as application, and logs the address', async () => {
    const said: string[] = [];
    const opened = await openDatabase(sandbox(), (line) => said.push(line));
    const users = await Promise.all(
      [opened.ownerPool, opened.pool].map(async (pool) => (await pool.query('select current_user as name')).rows[0]),
    );
    await opened.close();
    expect(users).toEqual([expect.not.objectContaining({ name: 'florin_app' }), { name: 'florin_app' }]);
    expect(said).toEqual([expect.stringMatching(/^PostgreSQL \d+/)]);
  });

  test('prevents PostgreSQL from compiling queries, because this would delay short queries by a second', async () => {
    const { database: name = '' } = database.address;
    await database.ownerPool.query(`alter database "${name}" set jit = on`);
    const opened = await openDatabase(sandbox(), () => undefined);
    const shown = await Promise.all([opened.ownerPool, opened.pool].map(async (pool) => pool.query('show jit')));
    await opened.close();
    expect(shown.flatMap(({ rows }) => rows)).toEqual([{ jit: 'off' }, { jit: 'off' }]);
  });

  test('never opens a sandbox database in live mode', async () => {
    await expect(openDatabase(live(), () => undefined)).rejects.toThrow(
      'This database was created in sandbox mode and cannot be used in live mode.',
    );
    const { rows } = await database.ownerPool.query('select mode from installation');
    expect(rows).toEqual([{ mode: 'sandbox' }]);
  });

  test('never opens a live database in sandbox mode', async () => {
    await database.ownerPool.query('delete from installation');
    await (await openDatabase(live(), () => undefined)).close();
    await expect(openDatabase(sandbox(), () => undefined)).rejects.toThrow('created in live mode');
  });

  test('never logs the password', async () => {
    const said: string[] = [];
    const url = urlOf(database.address).replace('@', ':opensesame@');
    const opened = await openDatabase(parseConfig({ DATABASE_URL: url }), (line) => said.push(line)).catch(
      (error: Error) => error,
    );
    const message = opened instanceof Error ? opened.message : await opened.close();
    expect([...said, message].join('\n')).not.toContain('opensesame');
  });

  test('explains a missing database', async () => {
    const url = urlOf(onDatabase(database.address, 'florin_nowhere'));
    const opening = openDatabase(parseConfig({ DATABASE_URL: url }), () => undefined);
    await expect(opening).rejects.toThrow(PassingProblem);
    await expect(opening).rejects.toThrow(
      /^PostgreSQL at .* rejects the login \(.*florin_nowhere.*\)\. Check the user, the password and the database/,
    );
  });

  test('names the owner’s setting if PostgreSQL rejects the owner’s login', async () => {
    const nowhere = urlOf(onDatabase(database.address, 'florin_nowhere'));
    const config = parseConfig({ DATABASE_URL: nowhere, MIGRATION_DATABASE_URL: nowhere });
    await expect(openDatabase(config, () => undefined)).rejects.toThrow('the database in MIGRATION_DATABASE_URL.');
  });

  test('explains a read-only database', async () => {
    const { database: name = '' } = database.address;
    await database.ownerPool.query(`alter database "${name}" set default_transaction_read_only = on`);
    const opening = openDatabase(sandbox(), () => undefined);
    await expect(opening).rejects.toThrow(PassingProblem);
    await expect(opening).rejects.toThrow(/^PostgreSQL at .* is read-only/);
  });

  test('waits for a database that does not answer yet, and logs the wait once', async () => {
    const wire = await cuttableWire(database.address);
    await wire.cut();
    const said: string[] = [];
    const say = (line: string) => {
      said.push(line);
      if (said.length === 1) void wire.mend();
    };
    await (await openDatabase(parseConfig({ DATABASE_URL: urlOf(wire.address) }), say)).close();
    await wire.close();
    expect(said).toEqual([
      expect.stringMatching(/^Waiting for PostgreSQL at /),
      expect.stringMatching(/^PostgreSQL \d+/),
    ]);
  });
});
