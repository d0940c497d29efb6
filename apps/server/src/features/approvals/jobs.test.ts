import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import { propose, runApprovals } from '../../../test/proposals.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
let bakery: Bakery;
beforeAll(async () => {
  florin = await createTestApp();
  bakery = await openBakery(florin);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** Returns the statements about approvals that a run of the job makes. */
async function statementsOfRun(): Promise<string[]> {
  const query = vi.spyOn(florin.app.dependencies.pool, 'query');
  await runApprovals(florin);
  const texts = query.mock.calls.map(([asked]) => JSON.stringify(asked));
  query.mockRestore();
  return texts.filter((text) => text.includes('approvals'));
}

test('the job needs one statement for proposals that wait for approvers', async () => {
  await propose(bakery);
  expect((await statementsOfRun()).length).toBeGreaterThan(1);
  expect(await statementsOfRun()).toEqual([expect.stringContaining('approvals-with-work')]);
});

test('the job announces and keeps an older proposal that was already reserved', async () => {
  const { ownerPool } = florin.database;
  const { rows: older } = await ownerPool.query<{ id: string }>(
    `insert into approvals (id, business_id, kind, content, shown, needed, approvers, proposed_by, proposed_at, is_seen)
     select gen_random_uuid(), business_id, kind, content, shown, needed, approvers, proposed_by, now() - interval '25 hours', true
     from approvals limit 1 returning id`,
  );
  await runApprovals(florin);
  const { rows } = await ownerPool.query('delete from approvals where id = $1 returning notified_at is null as waits', [
    older[0]?.id,
  ]);
  expect(rows).toEqual([{ waits: false }]);
});

test('a payment that the ledger refused is deleted after a day', async () => {
  const { ownerPool } = florin.database;
  await ownerPool.query(
    `insert into approvals (id, business_id, kind, content, shown, needed, approvers, proposed_by, proposed_at)
     select gen_random_uuid(), business_id, kind, content, shown, needed, approvers, proposed_by, now() - hours
     from approvals, unnest(array[interval '23 hours', interval '25 hours']) as hours limit 2`,
  );
  await runApprovals(florin);
  const { rows } = await ownerPool.query(
    `select count(*)::int as left, count(notified_at)::int as mailed from approvals where state = 'proposed'`,
  );
  expect(rows).toEqual([{ left: 2, mailed: 1 }]);
});
