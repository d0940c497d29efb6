import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hash, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { trailerBytes, trailerOf } from '../../src/platform/backup/archive.ts';
import { checkArchive, loadArchive } from '../../src/platform/backup/index.ts';
import { isEmpty } from '../../src/platform/backup/schema.ts';
import type { Pool } from '../../src/platform/database/pool.ts';
import { verifyRestored } from '../../src/verify-restored.ts';
import { submitKyc } from '../kyc.ts';
import { createEmptyDatabase, urlOf } from '../test-database.ts';
import { createTestApp, testMasterKey, type TestApp, type TestMember } from '../test-app.ts';
import { expectCleanBooks } from './books.ts';
import { reportFigures } from './figures.ts';
import { randomFrom } from './random.ts';

/** R12: backup under load, restore, verify. FLORIN_BACKUPS=20 FLORIN_DAMAGES=2000 for the long form. */
const backups = Number(process.env['FLORIN_BACKUPS'] ?? 1);
const damages = Number(process.env['FLORIN_DAMAGES'] ?? 60);
const seed = process.env['FLORIN_RANDOM_SEED'] ?? randomUUID();
const senders = 8;

const folder = mkdtempSync(path.join(tmpdir(), 'florin-backup-'));
let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  // A backup has one database.
  florin = await createTestApp({}, {}, { ledgers: 1 });
  [ines, jonas] = await Promise.all([florin.signUpWith('300.00'), florin.signUpWith('300.00')]);
  const coins = { crypto_symbol: 'BTC', payment_method_id: 'usd_balance', amount_usd: '7.77' };
  await ines.client.call(endpoints.buyCoins, { body: coins });
  const nobody = { recipient_email: 'nobody-yet@florin.example', amount: '1.00' };
  await jonas.client.call(endpoints.sendMoney, { body: nobody }); // stays pending as a hold
  await submitKyc(florin, ines); // encrypted data
});
afterAll(async () => {
  await florin.close();
  rmSync(folder, { recursive: true });
});

type Ended = { readonly code: number; readonly said: string };
type Database = Awaited<ReturnType<typeof createEmptyDatabase>>;
const key = testMasterKey.toString('base64');

async function run(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const said: string[] = [];
  const print = (line: string) => said.push(line);
  const code = await runCli(args, env, { print, note: print });
  return { code, said: said.join('\n') };
}

const backUp = (file: string) =>
  run(['backup', file], { DATABASE_URL: urlOf(florin.database.address), FLORIN_MASTER_KEY: key });

const restore = (database: Database, file: string, { masterKey = key } = {}) =>
  run(['restore', file], { DATABASE_URL: urlOf(database.address), FLORIN_MASTER_KEY: masterKey });

test('restores a backup taken under load as the books of one moment', { timeout: 3_600_000 }, async () => {
  let [rows, sends] = [0, 0];
  for (let round = 0; round < backups; round++) {
    const file = path.join(folder, `round-${round}.florin`);
    const before = await send();
    const load = startSending();
    expect(await backUp(file)).toMatchObject({ code: 0 });
    sends += await load.stop();
    const after = await send();

    const copy = await createEmptyDatabase();
    const { code, said } = await restore(copy, file);
    expect([code, said]).toEqual([0, expect.stringContaining('All checks passed.')]);
    await expectCleanBooks(copy.ownerPool);
    await expectOneMoment(copy.ownerPool);
    expect(await has(copy.ownerPool, before), 'a send from before the backup').toBe(true);
    expect(await has(copy.ownerPool, after), 'a send from after the backup').toBe(false);
    rows += Number(/Loaded (\d+) rows/.exec(said)?.[1]);
    await copy.close();
  }
  reportFigures('R12', { 'backups restored, all clean': backups, rows, 'sends in that time': sends });
});

/** Sends single cents back and forth until `stop` is called. */
function startSending() {
  let [going, sent] = [true, 0];
  const sending = Array.from({ length: senders }, async () => {
    while (going) {
      await send();
      sent += 1;
    }
  });
  return {
    stop: async () => {
      going = false;
      await Promise.all(sending);
      return sent;
    },
  };
}

/**
 * Sends one cent.
 *
 * @returns the note that identifies the send
 */
async function send(): Promise<string> {
  const [from, to] = Math.random() < 0.5 ? [ines, jonas] : [jonas, ines];
  const note = randomUUID();
  await from.client.call(endpoints.sendMoney, { body: { recipient_email: to.user.email, amount: '0.01', note } });
  return note;
}

async function has(database: Pool, note: string): Promise<boolean> {
  const { rows } = await database.query('select from books.entries where metadata::text like $1', [`%${note}%`]);
  return rows.length > 0;
}

/** Expects each account to have the balance that it had in the running books after the same posting. */
async function expectOneMoment(copy: Pool) {
  const { rows } = await copy.query<{ id: bigint; seq: bigint; posted: bigint }>(
    'select id, seq, posted from books.accounts where seq > 0',
  );
  const was = await florin.database.ownerPool.query(
    `select p.account_id as id, p.seq, p.balance_after as posted from books.postings p
     join unnest($1::bigint[], $2::bigint[]) c (id, seq) on p.account_id = c.id and p.seq = c.seq`,
    [rows.map(({ id }) => id), rows.map(({ seq }) => seq)],
  );
  const sorted = (lines: { id: bigint }[]) => lines.toSorted((a, b) => Number(a.id - b.id));
  expect(sorted(was.rows)).toEqual(sorted(rows));
}

test(
  `a restore rejects a damaged backup before it writes anything (${damages} damages)`,
  { timeout: 3_600_000 },
  async () => {
    const file = path.join(folder, 'whole.florin');
    await backUp(file);
    const whole = readFileSync(file);
    const random = randomFrom(seed);
    const at = (bytes: number) => Math.floor(random() * bytes);
    const damaged = path.join(folder, 'damaged.florin');
    for (let i = 0; i < damages; i++) {
      const bytes = [cutOff, flipped, swapped][i % 3]?.(whole, at) ?? whole;
      writeFileSync(damaged, bytes);
      await expect(checkArchive(damaged, [testMasterKey]), `seed ${seed}, damage ${i}`).rejects.toThrow(/backup/);
    }
    const empty = await createEmptyDatabase();
    const lines = gunzipSync(whole.subarray(0, -trailerBytes)).toString('latin1').split('\n');
    const middle = Math.floor(lines.length / 2);
    [lines[middle], lines[middle + 1]] = [lines[middle + 1] ?? '', lines[middle] ?? ''];
    const recompressed = gzipSync(Buffer.from(lines.join('\n'), 'latin1'));
    const forged = Buffer.concat([
      recompressed,
      Buffer.from(trailerOf(hash('sha256', recompressed), Buffer.alloc(32, 'a guess'))),
    ]);
    for (const [bytes, sentence] of [
      [cutOff(whole, at), 'not a complete backup'],
      [flipped(whole, (size) => Math.floor(size / 2)), 'is damaged'],
      [forged, 'not authenticated with this master key'],
    ] as const) {
      writeFileSync(damaged, bytes);
      expect(await restore(empty, damaged)).toMatchObject({ code: 1, said: expect.stringContaining(sentence) });
    }
    const otherKey = { masterKey: Buffer.alloc(32, 'other').toString('base64') };
    expect(await restore(empty, file, otherKey)).toMatchObject({
      code: 1,
      said: expect.stringContaining('master key'),
    });
    expect(await isEmpty(empty.ownerPool)).toBe(true);
    await empty.close();
    reportFigures('R12', { 'damaged files rejected': damages, 'damage seed': seed });
  },
);

type At = (bytes: number) => number;
const cutOff = (whole: Buffer, at: At) => whole.subarray(0, at(whole.length));

function flipped(whole: Buffer, at: At): Buffer {
  const bytes = Buffer.from(whole);
  const place = at(bytes.length);
  bytes[place] = (bytes[place] ?? 0) ^ (1 << at(8));
  return bytes;
}

/** Swaps two different blocks. */
function swapped(whole: Buffer, at: At): Buffer {
  const size = 64;
  const half = Math.floor(whole.length / 2) - size;
  const [one, other] = [at(half), half + at(half)];
  const bytes = Buffer.from(whole);
  whole.copy(bytes, one, other, other + size);
  whole.copy(bytes, other, one, one + size);
  return bytes;
}

test('a restore accepts only an empty database, and its verification detects later changes', async () => {
  await florin.database.ownerPool.query('select ledger.open_year(2019)'); // a year that no migration creates
  const file = path.join(folder, 'verified.florin');
  expect(await backUp(file)).toMatchObject({ code: 0 });
  expect(await backUp(file), 'never overwrites a file').toMatchObject({ code: 1 });
  const copy = await createEmptyDatabase();
  const loaded = await loadArchive(copy.ownerPool, file, () => undefined);
  const verify = () =>
    verifyRestored(copy.ownerPool, loaded, { file, masterKeys: [testMasterKey], note: () => undefined });
  expect(await verify()).toEqual([]);
  expect(await partitionsOf(copy.ownerPool)).toEqual(await partitionsOf(florin.database.ownerPool));
  expect(await restore(copy, file)).toMatchObject({ code: 1, said: expect.stringContaining('not empty') });

  await copy.ownerPool.query(`
    update ledger.accounts set posted = posted + 1 where id = (select min(id) from books.accounts where id > 0);
    delete from data_keys; insert into data_keys values (gen_random_uuid(), 'nonsense');
    update installation set opened_at = opened_at - interval '1 day'`);
  const problems = (await verify()).join('\n');
  for (const part of [
    'public.data_keys',
    'public.installation',
    'members owned',
    'the sweep finds',
    'does not decrypt the data key',
  ])
    expect(problems).toContain(part);
  await copy.close();
});

test('resolves a relative backup path against the folder where npm was called', async () => {
  const env = { DATABASE_URL: urlOf(florin.database.address), FLORIN_MASTER_KEY: key, INIT_CWD: folder };
  expect(await run(['backup', 'here.florin'], env)).toMatchObject({ code: 0 });
  expect(await run(['restore', 'here.florin', '--check'], env)).toMatchObject({
    code: 0,
    said: expect.stringContaining(`${path.join(folder, 'here.florin')} is complete`),
  });
});

/** Lists the partitions with their bounds, indexes and rights. */
async function partitionsOf(database: Pool) {
  const { rows } = await database.query(
    `select c.relname, pg_get_expr(c.relpartbound, c.oid) as bound, c.relacl::text as rights,
            array(select pg_get_indexdef(x.indexrelid) from pg_index x where x.indrelid = c.oid order by 1) as indexes
     from pg_class c where c.relispartition and c.relkind = 'r' order by 1`,
  );
  return rows;
}
