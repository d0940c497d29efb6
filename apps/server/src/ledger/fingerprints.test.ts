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

/**
 * The number of findings of both sweeps, and whether their fingerprints agree, for each seed. `newSound` reads all
 * postings, `soundSinceMarks` only the postings since the marks.
 */
type Verdict = {
  readonly findings: number;
  readonly sound: readonly boolean[];
  readonly newFindings: number;
  readonly newSound: readonly boolean[];
  readonly soundSinceMarks: readonly boolean[];
};

/** The median entry: half of the entries have ids up to it. */
const markedEntry = '(select percentile_disc(0.5) within group (order by id) from books.entries)';

/** Returns the verdict after these changes, then rolls them back. */
async function verdictAfter(changes: readonly string[]): Promise<Verdict> {
  const client = await database.ownerPool.connect();
  /** Rolls back the marks that the expression sets. */
  const ask = async <Row>(sql: string, values: unknown[] = []): Promise<Row | undefined> => {
    await client.query('savepoint unmarked');
    const { rows } = await client.query<{ answer: Row }>(`select ${sql} as answer`, values);
    await client.query('rollback to unmarked');
    return rows[0]?.answer;
  };
  try {
    await client.query('begin');
    for (const change of changes) await client.query(change);
    const [sound, newSound, soundSinceMarks]: [boolean[], boolean[], boolean[]] = [[], [], []];
    for (const seed of seeds) {
      sound.push((await ask<boolean>('ledger.is_sound($1)', [seed])) === true);
      newSound.push((await ask<boolean>('ledger.mark_if_sound($1, -1)', [seed])) === true);
      soundSinceMarks.push((await ask<boolean>(`ledger.mark_if_sound($1, ${markedEntry})`, [seed])) === true);
    }
    return {
      findings: (await ask<number>('(select count(*)::int from ledger.sweep())')) ?? -1,
      sound,
      newFindings: (await ask<number>('(select count(*)::int from ledger.sweep_new())')) ?? -1,
      newSound,
      soundSinceMarks,
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** The marks of a sweep that ran when half of the entries existed. */
const marks = `
  insert into ledger.swept (account_id, seq, posted)
  select distinct on (account_id) account_id, seq, balance_after
  from books.postings
  where entry_id <= ${markedEntry}
  order by account_id, seq desc`;

const allSay = (answer: boolean) => seeds.map(() => answer);
const clean: Verdict = {
  findings: 0,
  sound: allSay(true),
  newFindings: 0,
  newSound: allSay(true),
  soundSinceMarks: allSay(true),
};

test('reports untouched books as sound for every seed', async () => {
  expect(await verdictAfter([marks])).toEqual(clean);
});

test('reports untouched books as not sound when the search for new entries starts too late', async () => {
  expect(await verdictAfter([])).toEqual({ ...clean, soundSinceMarks: allSay(false) });
});

test('reports empty books as sound, and also books with every account at its floor', async () => {
  const empty = ['postings', 'journal_entries', 'holds', 'quote_uses'].map((table) => `delete from ledger.${table}`);
  const untouched = 'update ledger.accounts set posted = 0, held = 0, seq = 0';
  expect(await verdictAfter([...empty, untouched])).toEqual(clean);
  const toTheFloor = 'update ledger.accounts set floor = posted - held';
  expect(await verdictAfter([...unbound, marks, toTheFloor])).toEqual(clean);
  expect(await verdictAfter([...unbound, toTheFloor])).toEqual({ ...clean, soundSinceMarks: allSay(false) });
});

test('reports an entry with the highest possible posting count as incomplete', async () => {
  const { sound } = await verdictAfter(['update ledger.journal_entries set postings = 32767']);
  expect(sound).toEqual(allSay(false));
});

test.each(tamperings)('reports tampered books as not sound when $title', async ({ first = 'select 1', sql }) => {
  for (const before of ['select 1', marks]) {
    const { sound, newFindings, newSound, soundSinceMarks } = await verdictAfter([before, first, sql]);
    expect(sound).toEqual(allSay(false));
    expect(newSound).toEqual(allSay(newFindings === 0));
    expect(newFindings > 0 && soundSinceMarks.includes(true), 'passed over').toBe(false);
  }
});

const numbers = [
  ...['amount', 'balance_after', 'seq', 'entry_id', 'account_id'].map((column) => `postings ${column}`),
  ...['posted', 'seq', 'held', 'floor'].map((column) => `accounts ${column}`),
  'journal_entries postings',
  'holds amount',
];

/** Changes one number of one row by a small amount. `new` restricts the change to postings since the marks. */
const changeAmong = (postings: 'all' | 'new') =>
  fc
    .record({ what: fc.constantFrom(...numbers), row: fc.nat(200), by: fc.constantFrom(-2, -1, 1, 2, 16, 100) })
    .map(({ what, row, by }) => {
      const [table, column] = what.split(' ');
      const some = table === 'postings' && postings === 'new' ? `where entry_id > ${markedEntry}` : '';
      const rows = `(select ctid, row_number() over (order by ctid) - 1 as place, count(*) over () as number
                     from ledger.${table} ${some})`;
      return `update ledger.${table} t set ${column} = t.${column} + ${by} from ${rows} r
              where r.ctid = t.ctid and r.place = ${row} % r.number`;
    });

/** Statements that drop the tables' constraints. */
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

const often = {
  numRuns: 60,
  ...(process.env['FLORIN_RANDOM_SEED'] ? { seed: Number(process.env['FLORIN_RANDOM_SEED']) } : {}),
};

test('the fingerprints agree with the sweep after random changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(changeAmong('all'), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (changes, marked) => {
        const { findings, sound, newFindings, newSound } = await verdictAfter([
          ...(marked ? [marks] : []),
          ...unbound,
          ...changes,
        ]);
        expect(sound).toEqual(allSay(findings === 0));
        expect(newSound).toEqual(allSay(newFindings === 0));
      },
    ),
    often,
  );
});

test('the fingerprints of new entries detect random changes of new postings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(changeAmong('new'), { minLength: 1, maxLength: 4 }), async (changes) => {
      const { newFindings, soundSinceMarks } = await verdictAfter([marks, ...unbound, ...changes]);
      expect(newFindings > 0 && soundSinceMarks.includes(true), 'passed over').toBe(false);
    }),
    often,
  );
});

test('a whole sweep names the fault that the fingerprints detect', async () => {
  const client = await database.ownerPool.connect();
  try {
    await client.query('begin');
    await client.query(
      'update ledger.accounts set posted = posted + 1 where id = (select max(id) from books.accounts)',
    );
    await client.query('select ledger.run_sweep(true)');
    const { rows } = await client.query(`select findings -> 0 ->> 'invariant' as named from books.sweeps
                                         where whole order by id desc limit 1`);
    expect(rows).toEqual([{ named: `an account's balance is the sum of its postings` }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
