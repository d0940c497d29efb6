import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseProviders } from '../src/choose-providers.ts';
import { parseConfig } from '../src/config.ts';
import { runSweep } from '../src/ledger/index.ts';
import { startWatching } from '../src/watch.ts';
import { cutOffCharge } from './cut-off-charge.ts';
import { readSections } from './markdown-table.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';

let florin: TestApp;
let watching: Awaited<ReturnType<typeof startWatching>>;
let [ines, jonas]: [TestMember?, TestMember?] = [];
beforeAll(async () => {
  florin = await createTestApp();
  [ines, jonas] = [await florin.signUpWith('100.00', 'Ines'), await florin.signUp('Jonas')];
  await runSweep(florin.database.pool, { whole: true });
  await runSweep(florin.database.pool, { whole: false });
  await pay('1.00');
  await ines.client.call(endpoints.sendMoney, {
    body: { recipient_email: 'nobody-yet@florin.example', amount: '2.00' },
  });
  await cutOffCharge(florin, jonas, {
    endpoint: endpoints.addFunds,
    body: { amount: '80.00' },
    key: 'a deposit that the rail does not answer about',
    at: 'started',
  });
  await florin.database.ownerPool.query(
    `insert into recurring_jobs values ('sweep-whole', now(), '2026-10-12 09:00:00Z')`,
  );
  watching = await watch();
});
afterAll(async () => {
  await watching.stop();
  await florin.expectCleanBooks();
  await florin.close();
});

function watch(env: Record<string, string> = { METRICS_PORT: '0' }, databaseFolder?: string) {
  const config = parseConfig({ FLORIN_DATA_DIR: path.join(tmpdir(), 'florin-is-not-here'), ...env });
  const { feed, rates } = chooseProviders(config);
  return startWatching({
    config,
    pool: florin.database.pool,
    databaseFolder,
    feed,
    rates,
    app: florin.app,
    logger: pino({ level: 'silent' }),
  });
}

const pay = (amount: string) =>
  ines?.client.call(endpoints.sendMoney, { body: { recipient_email: jonas?.user.email ?? '', amount } });

const scrape = (path = '/metrics', init: RequestInit = {}) => fetch(`http://127.0.0.1:${watching.port}${path}`, init);

type Scraped = {
  readonly types: ReadonlyMap<string, string>;
  readonly valueOf: (sample: string) => number | undefined;
};

/** Parses the metrics strictly: one type per metric, one number per line, nothing else. */
async function metrics(): Promise<Scraped> {
  const lines = (await (await scrape()).text()).split('\n').filter((line) => line !== '');
  const matches = (pattern: RegExp) => lines.flatMap((line) => pattern.exec(line) ?? []);
  const typed = matches(/^# TYPE (\w+ (?:counter|gauge|histogram|summary))$/).filter((_, i) => i % 2 === 1);
  const sampled = lines.map((line) => /^(\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})?) (\S+)$/.exec(line));
  return {
    types: new Map(typed.map((line) => line.split(' ') as [string, string])),
    valueOf: (sample) => sampled.filter((found) => found?.[1] === sample).map((found) => Number(found?.[2]))[0],
  };
}

const documented = readSections('operate/monitoring.md')
  .filter(({ title }) => title.startsWith('Metrics of'))
  .flatMap(({ rows }) => rows)
  .map(({ metric = '', labels = '', type = '' }) => ({ metric: metric.replaceAll('`', ''), labels, type }));

/** Metrics from the operating system's files, which exist on Linux only. */
const onLinuxOnly = /^process_(open_fds|max_fds|virtual_memory_bytes|heap_bytes)$/;

describe('the metrics', () => {
  test('the metrics endpoint serves exactly the documented metrics with their types', async () => {
    await expect.poll(async () => (await metrics()).valueOf('florin_asset_imbalance{asset="USD"}')).toBeDefined();
    const { types } = await metrics();
    const served = [...types].map(([name, type]) => `${name} ${type}`);
    const listed = documented.map(({ metric, type }) => `${metric} ${type}`);
    const needed = (line: string) => process.platform === 'linux' || !onLinuxOnly.test(line.split(' ')[0] ?? '');
    expect(served.filter(needed).toSorted()).toEqual(listed.filter(needed).toSorted());
  });

  test('the asset metrics of members and house sum to zero', async () => {
    await expect.poll(async () => (await metrics()).valueOf('florin_asset_imbalance{asset="USD"}')).toBe(0);
    const { valueOf } = await metrics();
    expect(valueOf('florin_asset_units{asset="USD",owner="members"}')).toBeGreaterThan(90);
    expect(valueOf('florin_asset_units{asset="USD",owner="house"}')).toBe(
      -(valueOf('florin_asset_units{asset="USD",owner="members"}') ?? 0),
    );
  });

  test('the ledger metrics count commits, and entries by outcome', async () => {
    const before = await metrics();
    await Promise.all([pay('1.00'), pay('1.00'), pay('900000.00')?.catch(() => undefined)]);
    const after = await metrics();
    const grown = (sample: string) => (after.valueOf(sample) ?? 0) - (before.valueOf(sample) ?? 0);
    expect(grown('florin_ledger_commits_total')).toBeGreaterThan(0);
    expect(grown('florin_ledger_entries_total{outcome="posted",way="batch"}')).toBe(2);
    expect(grown('florin_ledger_batch_entries_sum')).toBe(grown('florin_ledger_queue_wait_seconds_count'));
    expect(grown('florin_ledger_batch_duration_seconds_count')).toBe(grown('florin_ledger_commits_total'));
    expect(after.valueOf('florin_ledger_queue_entries')).toBe(0);
  });

  test('the session metric counts the sessions that were read', async () => {
    const read = 'florin_session_lookup_sessions_sum';
    const before = (await metrics()).valueOf(read) ?? 0;
    const newcomer = await florin.signUp();
    await newcomer.client.call(endpoints.me);
    expect((await metrics()).valueOf(read)).toBe(before + 1);
  });

  test("the ledger metrics count entries within a command's own transaction separately", async () => {
    const within = 'florin_ledger_entries_total{outcome="posted",way="within"}';
    const before = (await metrics()).valueOf(within) ?? 0;
    await ines?.client.call(endpoints.changePlan, { body: { plan: 'pro' } });
    expect((await metrics()).valueOf(within)).toBe(before + 1);
  });

  test('the metrics count pending held sends, charges and mail', async () => {
    await expect.poll(async () => (await metrics()).valueOf('florin_holds_open{kind="send-held"}')).toBe(1);
    const { valueOf } = await metrics();
    expect(valueOf('florin_holds_oldest_seconds{kind="send-held"}')).toBeGreaterThanOrEqual(0);
    expect(valueOf('florin_charges_oldest_seconds')).toBeGreaterThan(0);
    expect(valueOf('florin_mails_waiting')).toBeGreaterThan(0);
    expect(valueOf('florin_mails_oldest_seconds')).toBeGreaterThan(0);
    expect(valueOf('florin_pushes_waiting')).toBe(0);
  });

  test('the job metric has the time of the last success on any node', async () => {
    const doneAt = 'florin_job_last_success_timestamp_seconds{job_name="sweep-whole"}';
    const expected = Date.parse('2026-10-12T09:00:00Z') / 1_000;
    await expect.poll(async () => (await metrics()).valueOf(doneAt)).toBe(expected);
  });

  test('the sweep metrics have the time and the findings of each sweep', async () => {
    const { valueOf } = await metrics();
    for (const sweep of ['new', 'whole']) {
      expect(valueOf(`florin_sweep_timestamp_seconds{sweep="${sweep}"}`)).toBeGreaterThan(Date.now() / 1_000 - 600);
      expect(valueOf(`florin_sweep_findings{sweep="${sweep}"}`)).toBe(0);
    }
  });

  test('the coin metrics count traded coins and stale prices', async () => {
    const { valueOf } = await metrics();
    expect(valueOf('florin_coins{state="traded"}')).toBeGreaterThan(200);
    expect(valueOf('florin_coins{state="stale"}')).toBe(0);
  });

  test('the exchange metrics show that nothing is paused at fixed rates', async () => {
    const { valueOf } = await metrics();
    for (const cause of ['stale', 'jump']) expect(valueOf(`florin_exchange_paused{cause="${cause}"}`)).toBe(0);
  });

  test("the disk metric measures the database's disk, which may not be the data folder's", async () => {
    const another = await watch({ METRICS_PORT: '0' }, tmpdir());
    const { blocks, bsize } = await statfs(tmpdir());
    await expect.poll(async () => (await metrics()).valueOf('florin_disk_size_bytes')).toBe(blocks * bsize);
    await another.stop();
  });

  test('the ledger metric reports a closed ledger within moments', async () => {
    const { ownerPool } = florin.database;
    expect((await metrics()).valueOf('florin_ledger_closed{ledger="0"}')).toBe(0);
    await ownerPool.query(`insert into ledger.closures (reason) values ('a test')`);
    const another = await watch();
    await expect.poll(async () => (await metrics()).valueOf('florin_ledger_closed{ledger="0"}')).toBe(1);
    await ownerPool.query('update ledger.closures set reopened_at = now()');
    await another.stop();
  });
});

describe('the metrics port', () => {
  test('the metrics port serves only the metrics, read-only', async () => {
    expect((await scrape('/')).status).toBe(404);
    expect((await scrape('/api/wallets')).status).toBe(404);
    expect((await scrape('/metrics', { method: 'POST' })).status).toBe(404);
    expect((await scrape()).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  test('the public port does not serve the metrics', async () => {
    const { statusCode, body } = await florin.app.http.inject({ url: '/metrics' });
    expect([statusCode, body.includes('florin_ledger')]).toEqual([expect.any(Number), false]);
  });

  test('the metrics port is closed without METRICS_PORT', async () => {
    expect((await watch({})).port).toBeUndefined();
  });

  test('a server fails to start when the metrics port is in use', async () => {
    await expect(watch({ METRICS_PORT: String(watching.port) })).rejects.toThrow(/^METRICS_PORT \d+ is already in use/);
  });
});
