import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cuttableWire } from '../../../test/cuttable-wire.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { openPool, type DatabaseAddress } from './pool.ts';
import { addressesIn } from './several-hosts.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const urlThrough = ({ connectionString, user, host, port, database }: DatabaseAddress) =>
  connectionString ?? `postgres://${user}@${host}:${port}/${database}`;

describe('addressesIn', () => {
  test.each([
    [
      'postgres://a:b@one:1,two:2/florin?ssl=1',
      ['postgres://a:b@one:1/florin?ssl=1', 'postgres://a:b@two:2/florin?ssl=1'],
    ],
    [
      'postgresql://one,two,three/florin',
      ['postgresql://one/florin', 'postgresql://two/florin', 'postgresql://three/florin'],
    ],
    ['postgres://a:b@one/florin', ['postgres://a:b@one/florin']],
    ['postgres://a:p,w@[::1]:5432/florin', ['postgres://a:p,w@[::1]:5432/florin']],
    ['socket:/run?db=florin', ['socket:/run?db=florin']],
    ['', ['']],
  ])('splits %s into one address per host', (text, addresses) => {
    expect(addressesIn(text)).toEqual(addresses);
  });
});

describe('a pool with two hosts', () => {
  let database: TestDatabase;
  let wires: Awaited<ReturnType<typeof cuttableWire>>[];
  beforeAll(async () => {
    database = await createTestDatabase();
    wires = [await cuttableWire(database.address), await cuttableWire(database.address)];
  });
  afterAll(async () => {
    for (const wire of wires) await wire.close();
    await database.close();
  });

  test('a pool with two hosts switches to the other host when its host fails', async () => {
    const [one, two] = wires.map(({ address }) => new URL(urlThrough(address)));
    const both = String(one).replace(one?.host ?? '', `${one?.host},${two?.host}`);
    const pool = openPool({ connectionString: both }, { role: null, size: 2 });
    const ask = () => pool.query('select 1');
    await ask();
    await wires[0]?.cut();
    const failures: unknown[] = [];
    for (let i = 0; i < 5; i++) await ask().catch((error: unknown) => failures.push(error));
    expect(failures.length).toBeLessThan(2); // the statement that used the lost connection
    expect(failures.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
    const another = openPool({ connectionString: both }, { role: null, size: 2 });
    await another.query('select 1'); // a new pool already uses the working host
    await another.end();
    await pool.end();
  });

  test('a new pool skips a first host that is down', async () => {
    const [one, two] = wires.map(({ address }) => new URL(urlThrough(address)));
    const unknown = String(one).replace(one?.host ?? '', `${one?.host},${two?.host},${two?.host}`);
    const pool = openPool({ connectionString: unknown }, { role: null, size: 2 });
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});
