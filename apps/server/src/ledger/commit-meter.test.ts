import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sample } from '../../test/metric-samples.ts';
import { registry } from '../platform/metrics/registry.ts';
import { commitMeter, meterWithin } from './commit-meter.ts';
import type { Outcome } from './entry.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(60_000); // time since the process started
});
afterEach(() => void vi.useRealTimers());

/** Returns how much each of these ledger metrics grows during the work. */
async function growth(work: () => void, metrics: Record<string, [name: string, labels?: Record<string, string>]>) {
  const read = async () =>
    Promise.all(Object.values(metrics).map(([name, labels]) => sample(`florin_ledger_${name}`, labels)));
  const before = await read();
  work();
  const after = await read();
  return Object.fromEntries(Object.keys(metrics).map((what, i) => [what, (after[i] ?? 0) - (before[i] ?? 0)]));
}

test('measures the queue wait of an entry from its arrival until its batch starts', async () => {
  const waiting: Parameters<typeof growth>[1] = {
    now: ['queue_entries'],
    waited: ['queue_wait_seconds_count'],
    seconds: ['queue_wait_seconds_sum'],
    batches: ['batch_entries_count'],
    entries: ['batch_entries_sum'],
  };
  const since: number[] = [];
  const come = () => {
    commitMeter.queued();
    since.push(performance.now());
    vi.advanceTimersByTime(2_000);
  };
  expect(
    await growth(() => {
      come();
      come();
      come();
    }, waiting),
  ).toEqual({ now: 3, waited: 0, seconds: 0, batches: 0, entries: 0 });
  expect(await growth(() => commitMeter.started(since), waiting)).toEqual({
    now: -3,
    waited: 3,
    seconds: expect.closeTo(6 + 4 + 2, 6),
    batches: 1,
    entries: 3,
  });
});

test('counts a committed batch once, with its duration and its entries by outcome', async () => {
  const duplicate: Outcome = { outcome: 'duplicate', entryId: 1n };
  const committed = () => {
    const began = performance.now();
    vi.advanceTimersByTime(4_000);
    commitMeter.committed(began, [duplicate, { outcome: 'conflict' }, duplicate, duplicate]);
  };
  expect(
    await growth(committed, {
      commits: ['commits_total'],
      failures: ['batch_failures_total'],
      batches: ['batch_duration_seconds_count'],
      seconds: ['batch_duration_seconds_sum'],
      duplicates: ['entries_total', { outcome: 'duplicate', way: 'batch' }],
      conflicts: ['entries_total', { outcome: 'conflict', way: 'batch' }],
      all: ['entries_total'],
    }),
  ).toEqual({
    commits: 1,
    failures: 0,
    batches: 1,
    seconds: expect.closeTo(4, 6),
    duplicates: 3,
    conflicts: 1,
    all: 4,
  });
});

test('counts a failed ledger batch only as a failure', async () => {
  expect(
    await growth(() => commitMeter.failed(), {
      failures: ['batch_failures_total'],
      commits: ['commits_total'],
      entries: ['entries_total'],
    }),
  ).toEqual({ failures: 1, commits: 0, entries: 0 });
});

test("counts an entry within a command's own transaction separately from the batches", async () => {
  expect(
    await growth(() => meterWithin({ outcome: 'conflict' }), {
      within: ['entries_total', { outcome: 'conflict', way: 'within' }],
      commits: ['commits_total'],
      all: ['entries_total'],
    }),
  ).toEqual({ within: 1, commits: 0, all: 1 });
});

test('exports the metrics for alerts from the start', async () => {
  const text = await registry.metrics();
  for (const outcome of ['posted', 'malformed'])
    for (const way of ['batch', 'within'])
      expect(text).toContain(`florin_ledger_entries_total{outcome="${outcome}",way="${way}"}`);
});
