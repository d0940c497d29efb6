/**
 * Delivers EVENTS events of MEMBERS members to a fast receiver in its own process, first alone, then while members send
 * money. Each of ROUNDS rounds measures the sends before, during and after the deliveries, and gives one ratio. The
 * time of deliveries begins with the first payment that causes an event.
 *
 *   npm run florin -- bench webhooks        EVENTS=10000 MEMBERS=1 ROUNDS=3 SECONDS=4 CROWD=2000 CONNECTIONS=64
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient, endpoints } from '@florin/contract';
import { openLedger } from '../apps/server/src/ledger/index.ts';
import { openPool } from '../apps/server/src/platform/database/pool.ts';
import { createProductDatabase, startBenchServer, waitForHistory } from './bench-database.ts';
import { startChild, stopChild } from './child.ts';
import { cpuSecondsOf } from './cpu-time.ts';
import { deposit, gatherCrowd } from './crowd.ts';
import { load, print, spread } from './figures.ts';
import { measure } from './measure.ts';
import { expectCleanSweep, setting, startProduct } from './settings.ts';

const [events, memberCount] = [setting('EVENTS', 10_000), setting('MEMBERS', 1)];
const [rounds, seconds] = [setting('ROUNDS', 3), setting('SECONDS', 4)];
const [crowdSize, connections] = [setting('CROWD', 2_000), setting('CONNECTIONS', 64)];
/**
 * The number of quiet windows before and after each round's deliveries, because a single window varies more than the
 * measured effect.
 */
const quietWindows = 3;
const [port, receiverPort] = [4714, 4715];
const receiverOrigin = `http://127.0.0.1:${receiverPort}`;

const server = await startBenchServer();
const database = await createProductDatabase(server, 'bench');
const riders = await gatherCrowd(database.ownerPool, database.address, crowdSize);
const product = await startProduct(database, port);
const receiver = await startChild(
  fileURLToPath(new URL('webhook-receiver.ts', import.meta.url)),
  { PORT: String(receiverPort) },
  receiverOrigin,
);
const pool = openPool(database.address);
try {
  const members: string[] = [];
  for (let i = 0; i < memberCount; i++) members.push(await addMember(i));
  const postmaster = Number(readFileSync(path.join(server.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const ledger = openLedger(pool, []);
  const clearing = await ledger.houseId('card-clearing', 'USD');
  const sends = async () => (await measure({ port, what: 'send', connections, seconds, riders })).perSecond;
  const cpu = () => [cpuSecondsOf(product.pid ?? 0), cpuSecondsOf(postmaster)] as const;
  await waitForHistory(database.ownerPool);
  print(`${events} events of ${memberCount} members, ${rounds} rounds, ${connections} connections, load ${load()}`);
  await sends();

  const before = cpu();
  const { took: alone } = await payAndDeliver();
  const tookAlone = await alone;
  const [node, postgres] = cpu();
  print(
    `alone: delivered after ${tookAlone.toFixed(1)} s; CPU seconds: server ${(node - before[0]).toFixed(1)}, ` +
      `PostgreSQL ${(postgres - before[1]).toFixed(1)}; load ${load()}`,
  );

  const [ratios, times]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    const quietBefore = await quietly();
    const { took, during } = await whileDelivering();
    const quiet = (quietBefore + (await quietly())) / 2;
    ratios.push(during / quiet);
    times.push(took);
    print(
      `round ${round}: sends per second ${quiet.toFixed(0)} quiet, ${during.toFixed(0)} meanwhile; ` +
        `delivered after ${took.toFixed(1)} s; load ${load()}`,
    );
  }
  print(`seconds for ${events} deliveries meanwhile: ${spread(times, 1)}`);
  print(`sends meanwhile / quiet: ${spread(ratios)}`);
  await expectCleanSweep(database);

  async function quietly() {
    let sum = 0;
    for (let window = 0; window < quietWindows; window++) sum += await sends();
    return sum / quietWindows;
  }

  /** Returns the sends per second in the windows that ended before the last delivery. */
  async function whileDelivering() {
    const { took } = await payAndDeliver();
    let isDelivered = false;
    void took.then(() => (isDelivered = true));
    const rates: number[] = [await sends()];
    for (let rate = 0; !isDelivered;) {
      if (rate > 0) rates.push(rate);
      rate = await sends();
    }
    return { took: await took, during: rates.reduce((sum, rate) => sum + rate, 0) / rates.length };
  }

  /** Causes the events by payments to the members. `took` is the time in seconds until all events are delivered. */
  async function payAndDeliver() {
    const expected = (await delivered()) + events;
    const began = performance.now();
    await Promise.all(
      Array.from({ length: events }, (_, i) =>
        deposit(ledger, { clearing, id: members[i % memberCount] ?? '', units: 100n }),
      ),
    );
    return { took: untilDelivered(expected).then(() => (performance.now() - began) / 1_000) };
  }
} finally {
  await pool.end();
  await Promise.all([product, receiver].map(stopChild));
  await server.stop();
}

/** Signs up a member, without mails about payments, and adds the webhook. Returns the member's id. */
async function addMember(i: number): Promise<string> {
  let token: string | null = null;
  const client = createClient({ origin: `http://127.0.0.1:${port}`, fetch, token: () => token });
  const email = `receiver${i}@florin.example`;
  const signedUp = await client.call(endpoints.signup, {
    body: { name: 'Receiver', email, password: 'correct horse battery' },
  });
  token = signedUp.token;
  const { id } = signedUp.user;
  await database.ownerPool.query(
    `insert into notification_preferences (user_id, email, push) values ($1, false, false)
     on conflict (user_id) do update set email = false, push = false`,
    [id],
  );
  await client.call(endpoints.addWebhook, { body: { url: `${receiverOrigin}/hook` } });
  return id;
}

async function delivered(): Promise<number> {
  return Number(await (await fetch(receiverOrigin)).text());
}

async function untilDelivered(expected: number): Promise<void> {
  while ((await delivered()) < expected) await sleep(100);
}
