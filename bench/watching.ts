/**
 * Measures the cost of the metrics and of a scrape. Compares the CPU time for counting a request and a ledger entry
 * with the server's CPU time for a send.
 *
 *   npm run florin -- bench watching        ROUNDS=5 SECONDS=8 RIDERS=500 CONNECTIONS=64
 */
import { commitMeter } from '../apps/server/src/ledger/commit-meter.ts';
import type { Outcome } from '../apps/server/src/ledger/entry.ts';
import { requestMeter } from '../apps/server/src/platform/http/request-meter.ts';
import { createProductDatabase, waitForHistory, startBenchServer } from './bench-database.ts';
import { startChild, stopChild } from './child.ts';
import { gatherCrowd } from './crowd.ts';
import { load, median, print } from './figures.ts';
import { measure } from './measure.ts';
import { expectCleanSweep, mainScript, setting } from './settings.ts';

const [rounds, seconds] = [setting('ROUNDS', 5), setting('SECONDS', 8)];
const [crowdSize, connections] = [setting('RIDERS', 500), setting('CONNECTIONS', 64)];
const port = 4714;
const metricsPort = 4715;

const server = await startBenchServer();
try {
  const database = await createProductDatabase(server, 'bench');
  const riders = await gatherCrowd(database.ownerPool, database.address, crowdSize);
  const env = { DATABASE_URL: database.url, FLORIN_SEED: 'off', FLORIN_RATE_LIMITS: 'off', PORT: String(port) };
  const child = await startChild(
    mainScript,
    { ...env, METRICS_PORT: String(metricsPort) },
    `http://127.0.0.1:${port}/readyz`,
  );
  try {
    await waitForHistory(database.ownerPool);
    const send = () => measure({ port, what: 'send', connections, seconds, riders });
    await send();
    const perSend: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const before = await scrape();
      await send();
      const after = await scrape();
      perSend.push(((after.cpuSeconds - before.cpuSeconds) * 1e6) / (after.sends - before.sends));
      const [request, entry] = [requestCost(), entryCost()];
      print(
        `round ${round}: ${perSend.at(-1)?.toFixed(0)} us of CPU time per send (${after.sends - before.sends} sends), ` +
          `of it counting ${(request + entry).toFixed(2)} us (request ${request.toFixed(2)}, entry ${entry.toFixed(2)}); ` +
          `a scrape ${after.ms.toFixed(1)} ms, ${(after.bytes / 1_024).toFixed(0)} KB; load ${load()}`,
      );
    }
    const counting = median(perSend.map(() => requestCost() + entryCost()));
    print(`counting / CPU time of a send: ${((100 * counting) / median(perSend)).toFixed(1)} %`);
  } finally {
    await stopChild(child);
  }
  await expectCleanSweep(database);
} finally {
  await server.stop();
}

/** Reads the server's own metrics. */
async function scrape() {
  const began = performance.now();
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const valueOf = (start: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(start))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  return {
    ms: performance.now() - began,
    bytes: text.length,
    cpuSeconds: valueOf('process_cpu_seconds_total '),
    sends: valueOf('florin_http_requests_total{method="POST",route="/api/transactions/send"'),
  };
}

/** Returns the CPU microseconds for counting one request. */
function requestCost(): number {
  const routes = ['/api/wallets', '/api/transactions/send', '/api/notifications', '/api/crypto/list'];
  return microsecondsEach(200_000, (i) => {
    requestMeter.begins();
    requestMeter.ends({ method: 'POST', route: routes[i % 4] ?? '', status: 200, ms: i % 50, isStream: false });
  });
}

/** Returns the CPU microseconds for counting one entry, in batches of 64. */
function entryCost(): number {
  const batch = 64;
  const outcomes = Array.from({ length: batch }, (): Outcome => ({ outcome: 'duplicate', entryId: 1n }));
  const perBatch = microsecondsEach(3_000, () => {
    const began = performance.now();
    const since = outcomes.map(() => {
      commitMeter.queued();
      return performance.now();
    });
    commitMeter.started(since);
    commitMeter.committed(began, outcomes);
  });
  return perBatch / batch;
}

function microsecondsEach(times: number, work: (i: number) => void): number {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) work(i);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}
