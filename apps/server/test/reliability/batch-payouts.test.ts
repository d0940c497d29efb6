import { endpoints, type UploadedBatchPayout } from '@florin/contract';
import { amountOf, priceSend, toDecimal } from '@florin/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBakery, type Bakery } from '../bakery.ts';
import { csvOf, resultsOf, startBatch } from '../batch-payouts.ts';
import { createTestApp, usualLedgers, type TestApp, type TestMember } from '../test-app.ts';
import { urlOf } from '../test-database.ts';
import { expectCleanBooks } from './books.ts';
import { reportFigures } from './figures.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

/**
 * Two people upload the same file at the same moment through two nodes. Both start the batch, and another person
 * approves it. Both nodes are killed twice with kill -9 while the batch's rows are paid. Each row must be paid once.
 * FLORIN_BATCH_ROWS=5000 for the long form.
 */
const rowCount = Number(process.env['FLORIN_BATCH_ROWS'] ?? 600);
const kills = 2;

let florin: TestApp;
let bakery: Bakery;
let recipients: TestMember[];
let nodes: ServerProcess[] = [];
beforeAll(async () => {
  florin = await createTestApp();
  bakery = await openBakery(florin);
  recipients = await Promise.all(Array.from({ length: 10 }, () => florin.signUp()));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await florin.close();
});

const startNode = () => {
  const ledgers = florin.ledgers
    .slice(1)
    .map(({ address }) => urlOf(address))
    .join(',');
  return startServerProcess(florin.database.address, usualLedgers > 1 ? { FLORIN_LEDGERS: ledgers } : {});
};
const startNodes = async () => {
  nodes = await Promise.all([startNode(), startNode()]);
};

/** From $0.01 to $1.00, so that fees are rounded in every way. */
const centsOf = (row: number) => 1n + ((BigInt(row) * 37n) % 100n);
const recipientOf = (row: number) => recipients[row % recipients.length]?.user.email ?? '';
const payments = () =>
  Array.from({ length: rowCount }, (_, row) => {
    const amount = toDecimal(amountOf('USD', centsOf(row)));
    return [recipientOf(row), amount, 'USD', `March ${row}`] as const;
  });

async function upload({ origin }: ServerProcess, { token }: TestMember): Promise<UploadedBatchPayout> {
  const form = new FormData();
  form.set('file', new File([csvOf(payments())], 'march.csv'));
  const headers = { authorization: `Bearer ${token}`, 'florin-account': bakery.acme.handle };
  const answer = await fetch(`${origin}/api/batch-payouts`, { method: 'POST', headers, body: form });
  expect(answer.status).toBe(200);
  return (await answer.json()) as UploadedBatchPayout;
}

async function paidRows(): Promise<number> {
  const { rows } = await florin.database.ownerPool.query<{ count: number }>(
    `select count(*)::int as count from batch_payout_rows where state = 'paid'`,
  );
  return rows[0]?.count ?? 0;
}

const untilPaid = (count: number) =>
  expect.poll(paidRows, { timeout: 300_000, interval: 5 }).toBeGreaterThanOrEqual(count);

const usdOf = async (member: Pick<TestMember, 'client'>) =>
  (await member.client.call(endpoints.listWallets)).find(({ currency }) => currency === 'USD')?.balance_exact;

test(
  `a file of ${rowCount} rows is paid once, even if two people upload it and the server is killed ${kills} times`,
  { timeout: 600_000 },
  async () => {
    await startNodes();
    const [one, two] = nodes;
    if (!one || !two) throw new Error('there are two nodes');
    const before = await usdOf({ client: bakery.owner });
    const uploads = await Promise.all([upload(one, bakery.ines), upload(two, bakery.jonas)]);
    const [id = '', ...others] = new Set(uploads.map(({ batch }) => batch.id));
    expect([others, uploads.filter(({ known }) => known).length]).toEqual([[], 1]);

    const starts = await Promise.allSettled([startBatch(bakery.owner, id), startBatch(bakery.payer, id)]);
    expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [proposed] = await bakery.approver.call(endpoints.listApprovals, { query: {} });
    await bakery.approver.call(endpoints.approve, {
      params: { id: proposed?.id ?? '' },
      body: { password: bakery.lea.password },
    });
    const begun = performance.now();
    const killedAt: number[] = [];
    for (let kill = 1; kill <= kills; kill++) {
      await untilPaid(Math.floor((rowCount * kill) / (kills + 2)));
      await Promise.all(nodes.map((node) => node.kill()));
      killedAt.push(await paidRows());
      await startNodes();
    }
    await untilPaid(rowCount);
    const seconds = (performance.now() - begun) / 1_000;

    const sums = payments().map(([, amount]) => amountOf('USD', BigInt(amount.replace('.', ''))));
    const { fees } = florin.app.dependencies.policy;
    const total = sums.reduce((sum, amount) => sum + priceSend(amount, fees.send).total.units, 0n);
    const left = BigInt((before ?? '').replace('.', '')) - total;
    expect(await usdOf({ client: bakery.owner })).toBe(toDecimal(amountOf('USD', left)));
    for (const [place, member] of recipients.entries()) {
      const own = sums.filter((_, row) => row % recipients.length === place);
      const sum = own.reduce((all, { units }) => all + units, 0n);
      expect(await usdOf(member)).toBe(toDecimal(amountOf('USD', sum)));
    }
    const results = await resultsOf(bakery.owner, id);
    expect(
      results.map(({ row, recipient, amount, reference, state }) => [row, recipient, amount, reference, state]),
    ).toEqual(payments().map(([to, amount, , reference], row) => [String(row + 2), to, amount, reference, 'paid']));
    expect(new Set(results.map(({ transaction_id: transaction }) => transaction)).size).toBe(rowCount);
    const [again] = nodes;
    expect(again && (await upload(again, bakery.ines))).toMatchObject({
      known: true,
      batch: { id, counts: { paid: rowCount } },
    });
    for (const { ownerPool } of florin.ledgers) await expectCleanBooks(ownerPool);
    reportFigures('batch payout', {
      rows: rowCount,
      kills,
      'paid at the kills': killedAt.join(' '),
      seconds: Math.round(seconds),
    });
  },
);
