import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envOf, startWithMembers, three, withDatabase, type Place } from '../../test/ledger-places.ts';
import { startPasswordEngine, type PasswordEngine } from '../../test/password-engine.ts';
import { testMasterKey } from '../../test/test-app.ts';
import { openLedger, type Ledger, type Posting } from '../ledger/index.ts';
import { openShard } from '../ledger/open-shard.ts';
import { finishTransits } from '../ledger/shards/finish-transits.ts';
import { Refusal } from '../platform/refusal.ts';
import { runCli } from './run-cli.ts';

let engine: PasswordEngine;
let main: Place;
let one: Place;
let empty: Place;
beforeAll(async () => {
  engine = await startPasswordEngine();
  [main, one, empty] = await three(engine);
  await startWithMembers(main, one);
});
afterAll(() => engine.stop());

async function run(args: readonly string[], env: Record<string, string>) {
  const [out, said]: [string[], string[]] = [[], []];
  const settings = { ...env, FLORIN_MASTER_KEY: testMasterKey.toString('base64') };
  const code = await runCli(args, settings, { print: (text) => out.push(text), note: (line) => said.push(line) });
  return { code, out: out.join('\n'), said: said.join('\n') };
}

describe('ledgers', () => {
  test('lists each ledger with its slots, wallets and state', async () => {
    const { code, out } = await run(['ledgers'], envOf(main, one));
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['ledger', 'address', 'reachable', 'closed', 'slots', 'wallets'],
      ['0', `localhost/${main.name}`, 'yes', 'no', '512', expect.stringMatching(/^\d+$/)],
      ['1', `localhost/${one.name}`, 'yes', 'no', '512', expect.stringMatching(/^\d+$/)],
    ]);
  });

  test('prints JSON, and shows a closed ledger', async () => {
    await one.owner.query(`select ledger.close_ledger('a test')`);
    const { code, out } = await run(['ledgers', '--json'], envOf(main, one));
    await one.owner.query('update ledger.closures set reopened_at = now()');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([
      { ledger: 0, problem: null, slots: 512, closed: false },
      { ledger: 1, address: `localhost/${one.name}`, problem: null, slots: 512, closed: true },
    ]);
  });

  test('lists the other ledgers if one cannot be reached, without passwords, and ends with code 1', async () => {
    const gone = { ...one, url: one.url.replace(one.name, 'florin_nowhere') };
    const { code, out, said } = await run(['ledgers'], envOf(main, gone, empty));
    expect(code).toBe(1);
    expect(out).toMatch(/^0 .* yes +no +512 +\d+$/m);
    expect(out).toMatch(/^1 +localhost\/florin_nowhere +no +512$/m);
    expect(said).toMatch(/^Ledger 1: database "florin_nowhere" does not exist$/m);
    expect(said).toMatch(/^Ledger 2: It is new\. Start Florin with it first\.$/m);
    expect(`${out}${said}`).not.toContain('secret');
  });
});

describe('ledgers sweep', () => {
  test('finds nothing in clean ledgers, and names a changed row', async () => {
    const { code, out } = await run(['ledgers', 'sweep'], envOf(main, one));
    expect([code, out]).toEqual([0, 'Ledger 0: clean\nLedger 1: clean\nBetween the ledgers: clean']);
    await one.owner.query(`update ledger.accounts set posted = posted + 1 where id > 0`);
    const wrong = await run(['ledgers', 'sweep'], envOf(main, one));
    await one.owner.query(`update ledger.accounts set posted = posted - 1 where id > 0`);
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(
      /^Ledger 0: clean\nLedger 1: \d+ findings?\n(?: {2}.*account \d+.*\n)+Between the ledgers: clean$/,
    );
    expect(wrong.said).toContain('The books are not clean.');
  });
});

describe('ledgers move', () => {
  test('moves slots with their members, and back', async () => {
    const { code, out } = await run(['ledgers', 'move', '512', '--to', '1'], envOf(main, one));
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^Ledger 1 got 512 slots of ledger 0, and [1-9]\d* members moved\.$/),
    ]);
    const { out: listed } = await run(['ledgers'], envOf(main, one));
    expect(listed).toMatch(/^0 .* 0 +0$/m);
    expect(listed).toMatch(/^1 .* 1024 +\d+$/m);
    expect((await run(['ledgers', 'move', '512', '--from', '1', '--to', '0'], envOf(main, one))).code).toBe(0);
  });

  test.each([
    [['512', '--to', '2'], 1, 'There is no ledger 2. The last one is ledger 1.'],
    [['2', '--to', '0'], 1, 'Name two ledgers.'],
    [['513', '--to', '1'], 1, 'Ledger 0 has 512 slots.'],
    [['1', '--to', '1.5'], 2, 'It must be a whole number.'],
    [['1'], 2, "required option '--to <ledger>' not specified"],
  ])('ledgers move refuses the arguments %j', async (args, code, says) => {
    const result = await run(['ledgers', 'move', ...args], envOf(main, one));
    expect([result.code, result.said]).toEqual([code, expect.stringContaining(says)]);
  });

  test.each(['half', '0', '00', '-5', '1.5', '1025', '99999', ''])('ledgers move refuses %j slots', async (count) => {
    const { code, said } = await run(['ledgers', 'move', count, '--to', '1'], envOf(main, one));
    expect([code, said]).toEqual([2, expect.stringContaining('It must be a whole number from 1 to 1,024.')]);
  });
});

describe('backup and restore', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'florin-ledgers-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('a backup is refused without all ledgers, because it would lack money', async () => {
    const { code, said } = await run(['backup', path.join(folder, 'a.florin')], envOf(main));
    expect(code).toBe(1);
    expect(said).toContain('FLORIN_LEDGERS names 0 of 1 further ledgers.');
  });

  test('a backup is refused if another database is at the address of a ledger', async () => {
    const [again, other] = await three(engine);
    await startWithMembers(again, other);
    for (const [place, says] of [
      [main, 'Ledger 1 (localhost/'],
      [empty, 'is new. Start Florin with it first.'],
      [other, 'is a ledger of another installation.'],
    ] as const) {
      const file = path.join(folder, 'wrong.florin');
      const { code, said } = await run(['backup', file], envOf(main, place));
      expect([code, said, existsSync(file)]).toEqual([1, expect.stringContaining(says), false]);
    }
  });

  test('a backup keeps every cent while members of several ledgers pay each other', async () => {
    const file = path.join(folder, 'b.florin');
    const total = await withDatabase(envOf(main, one), async (database) => {
      const payments = await payEachOther(openLedger(database.pool, database.ledgers));
      const { code, out } = await run(['backup', file], envOf(main, one));
      await payments.stop();
      expect([code, out]).toEqual([0, expect.stringContaining(`${file}.1: `)]);
      return payments.total;
    });
    const [copy, copyOfOne] = await three(engine);
    const { code, out } = await run(['restore', file], envOf(copy, copyOfOne));
    expect([code, out]).toEqual([0, expect.stringContaining('Checked what the ledgers paid each other: OK')]);
    await withDatabase(envOf(copy, copyOfOne), async ({ pool, ledgers }) => {
      const pools = [pool, ...ledgers];
      expect(await finishTransits(pools, pools.map(openShard))).toEqual([]);
      const { rows } = await pool.query<{ sum: bigint }>(
        `select sum(posted) as sum from books.accounts where id > 0 and asset = 'USD'`,
      );
      expect(rows).toEqual([{ sum: total }]);
    });
  });

  test.each([
    ['the file of a further ledger', 'b.florin.1', () => envOf(main, one), 'Name the file of the main one.'],
    ['too few databases', 'b.florin', () => envOf(main), 'The backup is of 2 ledgers, and FLORIN_LEDGERS names 0'],
    [
      'the same database twice',
      'b.florin',
      () => envOf(empty, empty),
      'is the same database as the main one. Name another one in FLORIN_LEDGERS.',
    ],
    [
      'a further ledger that is in use',
      'b.florin',
      () => envOf(empty, one),
      'is not empty. A backup can only be restored into an empty database.',
    ],
  ])('restoring a backup is refused: %s', async (_, file, env, says) => {
    const { code, said } = await run(['restore', path.join(folder, file)], env());
    expect([code, said]).toEqual([1, expect.stringContaining(says)]);
  });

  test('restoring a backup is refused if its files are of two moments', async () => {
    const file = path.join(folder, 'c.florin');
    await run(['backup', file], envOf(main, one));
    copyFileSync(path.join(folder, 'b.florin.1'), `${file}.1`);
    const { code, said } = await run(['restore', file, '--check'], envOf(main, one));
    expect([code, said]).toEqual([1, expect.stringContaining(`${file}.1 does not belong to ${file}`)]);
  });
});

test('ledgers move says that a ledger is closed and what to do', async () => {
  await withDatabase(envOf(main, one), async ({ pool, ledgers }) =>
    (await payEachOther(openLedger(pool, ledgers))).stop(),
  );
  await main.owner.query(`select ledger.close_ledger('a test')`);
  const { code, said } = await run(['ledgers', 'move', '512', '--to', '1'], envOf(main, one));
  await main.owner.query('update ledger.closures set reopened_at = now()');
  expect([code, said]).toEqual([1, expect.stringContaining('A ledger is closed: npm run florin -- ledgers.')]);
});

/** Funds members of all ledgers, who pay each other until the test stops them. */
async function payEachOther(ledger: Ledger) {
  const members = Array.from({ length: 12 }, () => randomUUID());
  const post = (postings: readonly Posting[]) =>
    ledger.post(
      { key: randomUUID(), requestHash: 1n, actor: members[0] ?? '', kind: 'test', metadata: {}, postings },
      { insufficient: () => new Refusal('insufficient_balance', 'too little') },
    );
  const cash = await ledger.houseId('cash', 'USD');
  const wallets = await Promise.all(members.map((member) => ledger.walletId(member, 'USD')));
  for (const account of wallets)
    await post([
      { account: cash, units: -10_000n },
      { account, units: 10_000n },
    ]);
  let isOver = false;
  const paying = Array.from({ length: 4 }, async (_, lane) => {
    for (let i = lane; !isOver; i++) {
      const [from, to] = [wallets[i % 12], wallets[(i * 5 + 1) % 12]];
      if (from === undefined || to === undefined || from === to) continue;
      await post([
        { account: from, units: -3n },
        { account: to, units: 3n },
      ]).catch(() => undefined);
    }
  });
  return {
    total: BigInt(members.length) * 10_000n,
    stop: async () => {
      isOver = true;
      await Promise.all(paying);
    },
  };
}
