import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestDatabase, urlOf, type TestDatabase } from '../../test/test-database.ts';
import { parseConfig } from '../config.ts';
import { openDatabase } from '../open-database.ts';
import type { Queryable } from '../platform/database/pool.ts';
import { runCli } from './run-cli.ts';

const script = fileURLToPath(new URL('../cli.ts', import.meta.url));
type Ended = { readonly code: number; readonly out: string; readonly said: string };

async function house(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const [out, said]: [string[], string[]] = [[], []];
  const code = await runCli(['house', ...args], env, {
    print: (text) => out.push(`${text}\n`),
    note: (line) => said.push(`${line}\n`),
  });
  return { code, out: out.join(''), said: said.join('') };
}

/** Runs the command in a separate process. */
const houseProcess = (args: readonly string[], env: Record<string, string>) =>
  new Promise<Ended>((resolve) => {
    const { PATH = '' } = process.env;
    execFile(process.execPath, [script, 'house', ...args], { env: { PATH, ...env } }, (error, out, said) =>
      resolve({ code: Number(error?.code ?? 0), out, said }),
    );
  });

const makeOperator = (database: Queryable) =>
  database.query(
    `insert into users (id, email, name, password_hash, role)
     values (gen_random_uuid(), 'olu@florin.example', 'Olu Adeyemi', '', 'operator')`,
  );

const report = z.object({
  coins: z.array(z.object({ coin: z.string(), supplied: z.string(), inventory: z.string() })),
});
const reported = ({ out }: Ended) => z.parse(report, JSON.parse(out)).coins;

describe('the house commands, with DATABASE_URL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  const run = (...args: string[]) => house(args, { DATABASE_URL: urlOf(database.address) });
  const asOlu = ['--as', 'olu@florin.example', '--reason', 'Bought at the exchange'];
  beforeAll(() => makeOperator(database.ownerPool));

  test('supply creates one proposal per key for an operator, and moves no coins', async () => {
    const proposed = {
      code: 0,
      out: 'Supply 12.50000000 BTC: proposed by olu@florin.example. Another operator must approve it on /operations within seven days.\n',
    };
    expect(await run('supply', 'btc', '12.5', '--key', 'receipt 1', ...asOlu)).toMatchObject(proposed);
    expect(await run('supply', 'BTC', '12.5', '--key', 'receipt 1', ...asOlu)).toMatchObject(proposed);
    expect(reported(await run('positions', '--json'))).toEqual([]);
    const { rows } = await database.ownerPool.query('select kind, state, parameters, reason from operator_proposals');
    expect(rows).toEqual([
      {
        kind: 'supply_coins',
        state: 'proposed',
        parameters: { asset: 'BTC', units: '1250000000' },
        reason: 'Bought at the exchange',
      },
    ]);
  });

  test('supply rejects a used key with other coins, and invalid coins, amounts and operators', async () => {
    await run('supply', 'ETH', '1', '--key', 'receipt 2', ...asOlu);
    expect(await run('supply', 'ETH', '2', '--key', 'receipt 2', ...asOlu)).toMatchObject({
      code: 1,
      said: expect.stringContaining('used for another'),
    });
    for (const [args, said] of [
      [['supply', 'NOCOIN', '1', '--key', 'a', ...asOlu], /NOCOIN is not traded here/],
      [['supply', 'USD', '1', '--key', 'b', ...asOlu], /USD is not traded here/],
      [['supply', 'ETH', '0', '--key', 'c', ...asOlu], /greater than 0/],
      [['supply', 'ETH', '1e3', '--key', 'd', ...asOlu], /plain digits/],
      [['supply', 'ETH', '0.123456789', '--key', 'e', ...asOlu], /more decimals/],
      [['supply', 'ETH', '1', '--key', 'f', '--as', 'nobody@florin.example', '--reason', 'x'], /is not an operator/],
    ] as const) {
      const ended = await run(...args);
      expect([ended.code, ended.out]).toEqual([1, '']);
      expect(ended.said).toMatch(said);
    }
  });

  test('positions prints a mismatch and exits with code 1', async () => {
    await database.ownerPool.query(
      `insert into ledger.accounts (id, owner, kind, asset, slot, floor, posted)
       values (999999, '00000000-0000-0000-0000-000000000000', 'coins-out', 'coin-limit', 'BTC', -10, -5)`,
    );
    expect(await run('positions')).toMatchObject({
      code: 1,
      out: expect.stringContaining('BTC: the limit counts 0.00000005 as sold, but members hold 0.00000000.'),
    });
  });

  test.each(
    [
      [],
      ['sell'],
      ['positions', 'BTC'],
      ['positions', '--table'],
      ['supply', 'BTC', '1'],
      ['supply', 'BTC', '1', '--key', 'a'],
      ['supply', 'BTC', '1', '--key', 'a', '--as', 'olu@florin.example'],
      ['supply', 'BTC', '1', '--key', ' ', '--as', 'a@b.example', '--reason', 'x'],
      ['supply', 'BTC', '1', '--key', 'a', '--as', 'a@b.example', '--reason', ' '],
      ['supply', 'BTC', '--key', 'a'],
      ['supply', 'BTC', '1', '2', '--key', 'a'],
      ['supply', 'BTC', '-1', '--key', 'a'],
    ].map((args) => ({ args })),
  )('prints the usage for the arguments $args', async ({ args }) => {
    const ended = await run(...args);
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.said).toContain('Usage: npm run florin -- house ');
  });
});

describe('the house commands, with the embedded engine', () => {
  test('house commands use the engine of a running server, or start and stop their own', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'florin-house-'));
    chmodSync(folder, 0o755); // as root, the engine runs as another account, which must be able to enter
    const env = { FLORIN_DATA_DIR: folder };
    const server = await openDatabase(parseConfig(env), () => undefined);
    expect(server.folder).toBe(path.join(realpathSync(folder), 'postgres'));
    await makeOperator(server.pool);
    const supplying = ['supply', 'BTC', '3', '--key', 'a', '--as', 'olu@florin.example', '--reason', 'Bought'];
    const beside = await houseProcess(supplying, env);
    expect(beside).toMatchObject({
      code: 0,
      said: '',
      out: expect.stringMatching(/^Supply 3\.00000000 BTC: proposed by/),
    });
    await server.pool.query('select 1');
    await server.close();
    const alone = await houseProcess(['positions', '--json'], env);
    expect(alone).toMatchObject({ code: 0, said: expect.stringContaining('(embedded') });
    expect(reported(alone)).toEqual([]);
    expect(await houseProcess(['sell'], env)).toMatchObject({ code: 2, out: '' });
    const next = await openDatabase(parseConfig(env), () => undefined); // the command has released the folder
    await next.close();
    rmSync(folder, { recursive: true });
  });
});
