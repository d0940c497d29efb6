import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { isLedgerClosed } from './is-ledger-closed.ts';

test('the ledger is closed after a finding until an operator reopens it', async () => {
  const { pool, ownerPool, close } = await createTestDatabase();
  const closeIt = (reason: string) => ownerPool.query('insert into ledger.closures (reason) values ($1)', [reason]);
  const reopen = () => ownerPool.query('update ledger.closures set reopened_at = now() where reopened_at is null');
  const seen = [await isLedgerClosed(pool)];
  for (const change of [() => closeIt('one'), () => closeIt('another'), reopen, () => closeIt('a third'), reopen]) {
    await change();
    seen.push(await isLedgerClosed(pool));
  }
  expect(seen).toEqual([false, true, true, false, true, false]);
  await close();
});
