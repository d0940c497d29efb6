/**
 * F2 to F4: runs Lighthouse's mobile profile on the built product with a seeded sandbox: landing and login page signed
 * out, dashboard as the demo account. Prints medians of the runs, and the main thread's busy time by clock and by CPU.
 * Lighthouse counts clock time. The difference is the wait for a core, because browser, server and Lighthouse share the
 * cores.
 *
 * Lighthouse is downloaded for each run, because it is larger than all installed packages together. Nothing here
 * decides the exit code.
 *
 *   npm run build && npm run florin -- bench lighthouse        ROUNDS=5 CHROME_PATH=/usr/bin/chromium-headless-shell
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, demoLogin, endpoints } from '@florin/contract';
import { chromium, type BrowserContext } from '@playwright/test';
import { createProductDatabase, waitForHistory, startBenchServer } from './bench-database.ts';
import { run, startChild, stopChild } from './child.ts';
import { load, median, print } from './figures.ts';
import { launchOptions } from './page.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const lighthouse = 'lighthouse@13.5.0';
const origin = 'http://127.0.0.1:4716';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const vitals = [
  ['first-contentful-paint', 'FCP'],
  ['largest-contentful-paint', 'LCP'],
  ['total-blocking-time', 'TBT'],
  ['cumulative-layout-shift', 'CLS'],
] as const;

const server = await startBenchServer();
const database = await createProductDatabase(server, 'lighthouse');
const product = await startChild(
  new URL('../apps/server/src/main.ts', import.meta.url).pathname,
  { DATABASE_URL: database.url, PORT: '4716' },
  `${origin}/healthz`,
);
const folder = mkdtempSync(path.join(tmpdir(), 'florin-lighthouse-'));
try {
  await waitForHistory(database.ownerPool);
  print(`${lighthouse}, ${launchOptions.executablePath}, mobile profile, median of ${rounds}, load ${load()}`);
  await measure('landing', '/');
  await measure('login', '/login');
  await measure('dashboard', '/dashboard', signIn);
} finally {
  await stopChild(product);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

type Report = {
  readonly categories: Record<string, { readonly score: number | null }>;
  readonly audits: Record<
    string,
    { readonly score: number | null; readonly title: string; readonly numericValue?: number }
  >;
};

/** The main thread's busy time in milliseconds: by the clock, and by CPU. */
type ThreadTime = { readonly wall: number; readonly cpu: number };

type Prepare = (context: BrowserContext) => Promise<void>;

async function measure(name: string, at: string, prepare?: Prepare) {
  const reports: (Report & { thread: ThreadTime })[] = [];
  for (let round = 0; round < rounds; round++) reports.push(await audit(at, prepare));
  const score = (category: string) => median(reports.map((one) => (one.categories[category]?.score ?? 0) * 100));
  const figure = (id: string) => median(reports.map((one) => one.audits[id]?.numericValue ?? Number.NaN));
  const thread = (of: keyof ThreadTime) => median(reports.map((one) => one.thread[of])).toFixed(0);
  print(`${name}: ${categories.map((category) => `${category} ${score(category).toFixed(0)}`).join(', ')}`);
  print(`  ${vitals.map(([id, short]) => `${short} ${figure(id).toFixed(id.endsWith('shift') ? 3 : 0)}`).join(', ')}`);
  print(`  main thread, first two seconds: ${thread('wall')} ms of clock time, ${thread('cpu')} ms of CPU time`);
  const short = Object.values(reports[0]?.audits ?? {}).filter((one) => one.score !== null && one.score < 0.9);
  print(`  below 0.9: ${short.map(({ title }) => title).join('; ') || 'nothing'}`);
}

/** Measures a first visit, each in a new browser profile that stores only the session. */
async function audit(at: string, prepare?: Prepare): Promise<Report & { thread: ThreadTime }> {
  const port = await freePort();
  const context = await chromium.launchPersistentContext(mkdtempSync(path.join(folder, 'profile-')), {
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    await prepare?.(context);
    return await askLighthouse(origin + at, port);
  } finally {
    await context.close();
  }
}

async function askLighthouse(address: string, port: number): Promise<Report & { thread: ThreadTime }> {
  const report = path.join(folder, 'report.json');
  const asked = ['--output=json', `--output-path=${report}`, '--quiet', `--only-categories=${categories.join(',')}`];
  const inBrowser = [`--port=${port}`, '--disable-storage-reset', '--save-assets'];
  await run('npm', ['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', address, ...asked, ...inBrowser]);
  const trace = readFileSync(path.join(folder, 'report-0.trace.json'), 'utf8');
  return { ...(JSON.parse(readFileSync(report, 'utf8')) as Report), thread: threadTime(JSON.parse(trace) as Trace) };
}

type Trace = { readonly traceEvents: readonly TraceEvent[] };
type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds; `dur` is clock time, `tdur` CPU time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly documentLoaderURL?: string } };
};

function threadTime({ traceEvents }: Trace): ThreadTime {
  const start = traceEvents
    .filter(({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith(origin))
    .at(-1);
  if (!start) throw new Error('the trace has no navigation');
  const { pid, tid, ts } = start;
  const isOfPage = (event: TraceEvent) => event.pid === pid && event.tid === tid && event.name === 'RunTask';
  const tasks = traceEvents.filter((event) => isOfPage(event) && event.ts >= ts && event.ts < ts + 2_000_000);
  const sum = (of: 'dur' | 'tdur') => tasks.reduce((all, task) => all + (task[of] ?? 0), 0) / 1_000;
  return { wall: sum('dur'), cpu: sum('tdur') };
}

async function signIn(context: BrowserContext) {
  const { token, user } = await createClient({ origin, fetch, token: () => null }).call(endpoints.login, {
    body: demoLogin,
  });
  const page = await context.newPage();
  await page.goto(`${origin}/api/docs`);
  await page.evaluate(
    ([t, u]) => {
      localStorage.setItem('token', t);
      localStorage.setItem('user', u);
    },
    [token, JSON.stringify(user)] as const,
  );
  await page.close();
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('the probe has no port');
  return address.port;
}
