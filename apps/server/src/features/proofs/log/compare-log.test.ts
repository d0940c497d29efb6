import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { compareNext } from './compare-log.ts';
import { followJournal } from './follow-journal.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, {}, { ...asManyAsAServer, ledgers: 1 });
  ines = await florin.signUpWith('500.00');
  jonas = await florin.signUpWith('10.00');
});
afterAll(() => florin.close());

beforeEach(async () => {
  const body = { recipient_email: jonas.user.email, amount: '0.10' };
  await Promise.all(Array.from({ length: 300 }, () => ines.client.call(endpoints.sendMoney, { body })));
  for (let run = 0; run < 3; run++) await followJournal(florin.app.dependencies.log);
  await florin.database.pool.query('update log_comparisons set newest = 0, again = 0');
});

/** Compares all bundles once, and once more for the counts. */
const compare = async () =>
  (await compareNext(florin.app.dependencies.log)) ?? compareNext(florin.app.dependencies.log);

/** Changes rows as only the owner of the database can, and undoes the change. */
async function expectFoundIn(change: string, expected: RegExp, undo: string) {
  const { ownerPool } = florin.database;
  expect(await compare()).toBeUndefined();
  await ownerPool.query(change);
  await ownerPool.query('update log_comparisons set newest = 0, again = 0');
  expect(await compare()).toMatch(expected);
  await ownerPool.query(undo);
  expect(await compare()).toBeUndefined();
}

const entry = '(select max(id) from ledger.journal_entries)';

describe('comparing the log with the journal', () => {
  test('finds a changed amount, even if both sides of the entry were changed', () =>
    expectFoundIn(
      `update ledger.postings set amount = amount * 2, balance_after = balance_after + amount where entry_id = ${entry}`,
      /is not what the log has of it/,
      `update ledger.postings set amount = amount / 2, balance_after = balance_after - amount / 2 where entry_id = ${entry}`,
    ));

  test('finds a changed kind, time and description of an entry', async () => {
    for (const column of ['kind', 'recorded_at', 'metadata']) {
      const other = {
        kind: `kind || '!'`,
        recorded_at: `recorded_at + interval '1 microsecond'`,
        metadata: `metadata || '{"n":1}'`,
      };
      const back = {
        kind: `rtrim(kind, '!')`,
        recorded_at: `recorded_at - interval '1 microsecond'`,
        metadata: `metadata - 'n'`,
      };
      await expectFoundIn(
        `update ledger.journal_entries set ${column} = ${other[column as keyof typeof other]} where id = ${entry}`,
        /is not what the log has of it/,
        `update ledger.journal_entries set ${column} = ${back[column as keyof typeof back]} where id = ${entry}`,
      );
    }
  });

  test('finds an entry that was removed from the journal', () =>
    expectFoundIn(
      `update ledger.journal_entries set id = -id where id = ${entry}`,
      /is in the log and not in the journal|entries up to/,
      `update ledger.journal_entries set id = -id where id < 0`,
    ));

  test('finds an entry that was added to the settled part of the journal', () =>
    expectFoundIn(
      `insert into ledger.journal_entries (id, key, actor, request_hash, recorded_at, kind, postings)
       values (1, gen_random_uuid(), gen_random_uuid(), 0, now(), 'added', 0)`,
      /entries up to/,
      'delete from ledger.journal_entries where id = 1',
    ));

  test('finds by the root that a log was rewritten together with the journal', () =>
    expectFoundIn(
      `update log_heads set root = sha256('another')`,
      /the root of the log/,
      `update log_heads set root = (select decode(split_part(checkpoint, E'\\n', 3), 'base64'))`,
    ));
});
