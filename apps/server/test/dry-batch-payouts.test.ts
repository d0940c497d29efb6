import { randomUUID } from 'node:crypto';
import { endpoints, type DryRun, type EndpointName } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBakery, type Bakery } from './bakery.ts';
import { csvOf, readBatch, runAll, startBatch, uploadCsv, type Payment } from './batch-payouts.ts';
import { ask, spendable, tryDry, withoutEffect } from './dry-calls.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';
import { aWhileLater, turnOnTwoFactor } from './two-factor.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  [ines, jonas] = [await florin.signUpWith('1000.00', 'Ines'), await florin.signUp('Jonas')];
  await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '200.00' } });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const upload = async (payments: readonly Payment[]) => (await uploadCsv(florin, ines, csvOf(payments))).batch.id;
const dry = (id: string, name: EndpointName = 'startBatchPayout') => tryDry(florin, ines, name, { params: { id } });

async function expectBalances({ balances_after: after }: DryRun): Promise<void> {
  const now = await spendable(florin, ines.user.id);
  for (const { currency, available_exact: exact } of after)
    expect([currency, exact.replace('.', '')]).toEqual([currency, String(now.get(currency))]);
}

/** Expects the same error from the dry run and from the real call, and no effect of the dry run. */
async function expectRefused(id: string, code: string, name: EndpointName = 'startBatchPayout'): Promise<void> {
  const asked = { params: { id } };
  const tried = await withoutEffect(florin, () => ask(florin, ines, name, { ...asked, query: '?dry_run=true' }));
  const { status, json } = await ask(florin, ines, name, asked);
  const { request_id: _, ...same } = json as Record<string, unknown>;
  expect(same).toMatchObject({ code });
  expect(tried).toMatchObject({ status, json: same });
}

describe('a dry run of a batch payout', () => {
  test('a dry run of a batch payout changes nothing, and has the rows, fees and balances of the real run', async () => {
    const payments: Payment[] = [
      [jonas.user.email, '50.00', 'USD', 'A-1'],
      [jonas.user.email, '10.05', 'USD', 'A-2'],
      ['nora@new.example', '20.00', 'EUR', 'A-3'],
      [jonas.user.email, '50.00', 'USD'],
      [jonas.user.email, '50.00', 'USD'],
    ];
    const id = await upload(payments);
    const tried = await dry(id);
    expect(tried).toMatchObject({
      outcome: 'would_start',
      takes: null,
      arrives: null,
      approval: null,
      needs_second_factor: false,
      batch: { id, counts: { all: 5, ready: 5, invalid: 0 }, warning_count: 1, warnings: [{ row: 6 }] },
    });
    expect(tried.fees.map(({ currency, amount_exact }) => [currency, amount_exact])).toEqual([
      ['USD', '3.21'],
      ['EUR', '0.40'],
    ]);
    expect(await readBatch(ines.client, id)).toMatchObject({ state: 'ready', started_at: null });
    const started = await startBatch(ines.client, id);
    expect(tried.batch).toEqual({ ...started, started_at: tried.batch?.started_at });
    await runAll(florin);
    expect(await readBatch(ines.client, id)).toMatchObject({ state: 'finished', counts: { paid: 5 } });
    await expectBalances(tried);
  });

  test('a dry run of a retried batch payout has only the unpaid rows', async () => {
    const id = await upload([
      [jonas.user.email, '50.00', 'USD', 'A-1'],
      [jonas.user.email, '60.00', 'EUR', 'A-2'],
    ]);
    await expectRefused(id, 'batch_payout_not_ready', 'retryBatchPayout');
    await startBatch(ines.client, id);
    await ines.client.call(endpoints.exchangeMoney, { body: { from: 'EUR', to: 'USD', amount: '170.00' } });
    await runAll(florin);
    expect(await readBatch(ines.client, id)).toMatchObject({ counts: { paid: 1, failed: 1 } });
    await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '100.00' } });
    const tried = await dry(id, 'retryBatchPayout');
    expect(tried).toMatchObject({
      outcome: 'would_start',
      fees: [{ currency: 'EUR', amount_exact: '1.20' }],
      balances_after: [{ currency: 'EUR' }],
      batch: { counts: { paid: 1, ready: 1, failed: 0 } },
    });
    await ines.client.call(endpoints.retryBatchPayout, { params: { id } });
    await runAll(florin);
    await expectBalances(tried);
    await expectRefused(id, 'batch_payout_not_ready');
  });

  test('a dry run of an invalid, unaffordable or unknown batch payout is refused like the real call', async () => {
    await expectRefused(await upload([['no address', '1.00']]), 'batch_payout_not_ready');
    await expectRefused(await upload([[jonas.user.email, '900.00']]), 'insufficient_balance');
    await expectRefused(randomUUID(), 'not_found');
  });

  test('a dry run of a batch payout says that a repeat with the same idempotency key is already done', async () => {
    const id = await upload([[jonas.user.email, '5.00', 'USD', 'A-9']]);
    const caller = { ...ines, headers: { 'idempotency-key': randomUUID() } };
    const asked = { params: { id } };
    expect(await tryDry(florin, caller, 'startBatchPayout', asked)).toMatchObject({ outcome: 'would_start' });
    expect(await ask(florin, caller, 'startBatchPayout', asked)).toMatchObject({ status: 200 });
    expect(await tryDry(florin, caller, 'startBatchPayout', asked)).toMatchObject({
      outcome: 'already_done',
      fees: [],
      balances_after: [],
      batch: { state: 'running' },
    });
  });

  test('a dry run of a batch payout needs no second factor, and says that the real call needs one', async () => {
    const id = await upload([[jonas.user.email, '6.00', 'USD', 'A-9']]);
    await turnOnTwoFactor(ines);
    await aWhileLater(florin, ines);
    await expectFactorNeeded(id);
    expect(await dry(id)).toMatchObject({ outcome: 'would_start', needs_second_factor: true });
  });

  const expectFactorNeeded = async (id: string) =>
    expect(await ask(florin, ines, 'startBatchPayout', { params: { id } })).toMatchObject({
      json: { code: 'second_factor_required' },
    });
});

describe('a dry run of a batch payout of a business', () => {
  let bakery: Bakery;
  beforeAll(async () => {
    bakery = await openBakery(florin);
  });

  test('a dry run of a business’s batch payout names the approvals and the rules, and creates no proposal', async () => {
    const { acme, shop, owner, payer, jonas: person } = bakery;
    const rows = Array.from({ length: 12 }, (_, row): Payment => [shop.user.email, '100.00', 'USD', `A-${row}`]);
    const { batch } = await uploadCsv(florin, { token: person.token, account: acme.handle }, csvOf(rows));
    const caller = { token: person.token, headers: { 'florin-account': acme.handle } };
    const tried = await tryDry(florin, caller, 'startBatchPayout', { params: { id: batch.id } });
    expect(tried).toMatchObject({
      outcome: 'would_wait_for_approval',
      fees: [{ currency: 'USD', amount_exact: '24.00' }],
      batch: { state: 'waiting', totals: [{ count: 12, sum_exact: '1200.00', total_exact: '1224.00' }] },
    });
    expect(await owner.call(endpoints.listApprovals, { query: {} })).toEqual([]);
    await startBatch(payer, batch.id);
    const [proposed] = await owner.call(endpoints.listApprovals, { query: {} });
    expect(tried.approval).toEqual({ approvals_needed: proposed?.approvals_needed, why: proposed?.why });
  });
});
