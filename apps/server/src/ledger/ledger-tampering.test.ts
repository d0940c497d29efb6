import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someBooks } from '../../test/ledger-model/some-books.ts';
import { tamperings } from '../../test/ledger-model/tamperings.ts';
import type { TestDatabase } from '../../test/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await someBooks();
});
afterAll(() => database.close());

/** Returns the findings of the sweep after the tampering, then rolls it back. */
async function invariantsBroken(view: string, { sql = 'select 1', first = 'select 1' } = {}): Promise<string[]> {
  const client = await database.ownerPool.connect();
  try {
    await client.query('begin');
    await client.query(first);
    const { rowCount } = await client.query(sql);
    expect(rowCount, 'the tampering hits something').toBeGreaterThan(0);
    const { rows } = await client.query<{ invariant: string }>(`select distinct invariant from ${view} order by 1`);
    return rows.map(({ invariant }) => invariant);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('the whole sweep', () => {
  test('the whole sweep finds nothing in untouched books', async () => {
    expect(await invariantsBroken('ledger.sweep()')).toEqual([]);
  });

  test.each(tamperings)('the whole sweep names the broken invariant when $title', async (tampering) => {
    expect(await invariantsBroken('ledger.sweep()', tampering)).toEqual(tampering.found);
  });

  test('the whole sweep names the account and the entry of a changed digit', async () => {
    const { rows: changed } = await database.ownerPool.query<{ account_id: bigint; entry_id: bigint }>(
      `select account_id, entry_id from books.postings where asset = 'BTC' and account_id > 0 order by entry_id limit 1`,
    );
    const [line] = changed;
    const client = await database.ownerPool.connect();
    await client.query('begin');
    await client.query('update ledger.postings set amount = amount + 1 where account_id = $1 and entry_id = $2', [
      line?.account_id,
      line?.entry_id,
    ]);
    const { rows } = await client.query('select account_id, entry_id from ledger.sweep() order by account_id');
    await client.query('rollback');
    client.release();
    expect(rows).toEqual([line, { account_id: null, entry_id: line?.entry_id }]);
  });
});
