import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someBooks } from '../../test/ledger-model/some-books.ts';
import { tamperings } from '../../test/ledger-model/tamperings.ts';
import type { TestDatabase } from '../../test/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await someBooks();
});
afterAll(() => database.close());

const seeds = [0n, -1n, 0x7fff_ffff_ffff_ffffn, 0x1234_5678_9abc_def0n];

type Verdict = { readonly findings: number; readonly sound: readonly boolean[] };

/** What the sweep and the fingerprints say after these changes, which are undone again. */
async function verdictAfter(changes: readonly string[]): Promise<Verdict> {
  const client = await database.ownerPool.connect();
  try {
    await client.query('begin');
    for (const change of changes) await client.query(change);
    const { rows } = await client.query<{ findings: number; sound: boolean[] }>(
      `select (select count(*)::int from ledger.sweep()) as findings,
              (select array_agg(ledger.is_sound(seed)) from unnest($1::bigint[]) seed) as sound`,
      [seeds],
    );
    return { findings: rows[0]?.findings ?? 0, sound: rows[0]?.sound ?? [] };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const allSay = (answer: boolean) => seeds.map(() => answer);

test('books that nobody touched are sound, by every seed', async () => {
  expect(await verdictAfter([])).toEqual({ findings: 0, sound: allSay(true) });
});

test('empty books are, and those in which every account is at its floor', async () => {
  const empty = ['postings', 'holds', 'quote_uses'].map((table) => `delete from ledger.${table}`);
  const untouched = 'update ledger.accounts set posted = 0, held = 0, seq = 0';
  expect(await verdictAfter([...empty, untouched])).toEqual({ findings: 0, sound: allSay(true) });
  const toTheFloor = 'update ledger.accounts set floor = posted - held';
  expect(await verdictAfter([...unbound, toTheFloor])).toEqual({ findings: 0, sound: allSay(true) });
});

test.each(tamperings)('they are not when $title', async ({ first = 'select 1', sql }) => {
  expect((await verdictAfter([first, sql])).sound).toEqual(allSay(false));
});

const numbers = [
  ...['amount', 'balance_after', 'seq', 'entry_id', 'account_id'].map((column) => `postings ${column}`),
  ...['posted', 'seq', 'held', 'floor'].map((column) => `accounts ${column}`),
  'holds amount',
];

/** One row, and by how much one of its numbers is changed. */
const change = fc
  .record({ what: fc.constantFrom(...numbers), row: fc.nat(200), by: fc.constantFrom(-2, -1, 1, 2, 16, 100) })
  .map(({ what, row, by }) => {
    const [table, column] = what.split(' ');
    const rows = `(select ctid, row_number() over (order by ctid) - 1 as place from ledger.${table})`;
    const turn = `${row} % (select count(*) from ledger.${table})`;
    return `update ledger.${table} t set ${column} = t.${column} + ${by} from ${rows} r
            where r.ctid = t.ctid and r.place = ${turn}`;
  });

/** Without what the tables themselves refuse. */
const unbound = [
  `alter table ledger.accounts drop constraint available_is_above_floor, drop constraint floor_is_not_above_0,
     drop constraint held_is_not_negative, drop constraint house_has_no_floor`,
  `do $$ declare c record; begin
     for c in select conrelid::regclass as t, conname from pg_constraint
              where conrelid in ('ledger.postings'::regclass, 'ledger.holds'::regclass) and contype = 'c' and conparentid = 0
     loop execute format('alter table %s drop constraint %I', c.t, c.conname); end loop;
   end $$`,
  `do $$ declare i record; begin
     for i in select indexrelid::regclass as name from pg_index x join pg_class t on t.oid = x.indrelid
              where x.indisunique and t.relname like 'postings_2%'
     loop execute format('drop index %s', i.name); end loop;
   end $$`,
];

test('whatever is changed, they say what the sweep would find', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const { findings, sound } = await verdictAfter([...unbound, ...changes]);
      expect(sound).toEqual(allSay(findings === 0));
    }),
    { numRuns: 60, ...(process.env['FLORIN_RANDOM_SEED'] ? { seed: Number(process.env['FLORIN_RANDOM_SEED']) } : {}) },
  );
});

test('a sweep of the whole names what the fingerprints have noticed', async () => {
  const client = await database.ownerPool.connect();
  try {
    await client.query('begin');
    await client.query(
      'update ledger.accounts set posted = posted + 1 where id = (select max(id) from ledger.accounts)',
    );
    await client.query('select ledger.run_sweep(true)');
    const { rows } = await client.query(`select findings -> 0 ->> 'invariant' as named from ledger.sweeps
                                         where whole order by id desc limit 1`);
    expect(rows).toEqual([{ named: `an account's balance is the sum of its postings` }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
