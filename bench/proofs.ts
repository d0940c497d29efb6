/**
 * Measures the costs of the public log and its proofs:
 * 1. sends with the log's jobs against sends without these jobs, and the bytes of the log per entry;
 * 2. the sums of MEMBERS members: time and memory during sends, and these sends against sends without sums;
 *  3. the time and size of the answers with proofs;
 *  4. the browser's check of a proof on a phone.
 *
 *   npm run build && npm run florin -- bench proofs        ROUNDS=5 SECONDS=8 MEMBERS=1000000 RIDERS=2000 CONNECTIONS=64
 */
import { startBenchServer } from './bench-database.ts';
import { stopChild } from './child.ts';
import { cpuSecondsOf } from './cpu-time.ts';
import { load, print, spread } from './figures.ts';
import { measureLogCost } from './log-cost.ts';
import { measureBrowserCheck } from './proof-check.ts';
import { expectCleanSweep, setting } from './settings.ts';
import { bookPort, measureSums, openProvedBook, type ProvedBook } from './sum-tree.ts';

const [rounds, seconds] = [setting('ROUNDS', 5), setting('SECONDS', 8)];
const [members, crowdSize] = [setting('MEMBERS', 1_000_000), setting('RIDERS', 2_000)];
const connections = setting('CONNECTIONS', 64);
const asked = 200;
const origin = `http://127.0.0.1:${bookPort}`;

const server = await startBenchServer();
try {
  print(`${rounds} rounds of ${seconds} s, ${connections} connections, ${crowdSize} active members, load ${load()}`);
  await measureLogCost(server, { rounds, seconds, members: crowdSize, connections });
  const book = await openProvedBook(server, members, crowdSize);
  try {
    await measureSums(server, book, { rounds, seconds, connections });
    await measureAnswers(book);
    const [rider] = book.riders;
    if (rider) await measureBrowserCheck(origin, rider, rounds);
    await expectCleanSweep(book.database);
  } finally {
    await stopChild(book.product);
  }
} finally {
  await server.stop();
}

/** Requests answers in sequence, each for a different member. */
async function measureAnswers({ riders, product }: ProvedBook) {
  const [first] = riders;
  const [line] = first ? await (await ask('/api/transactions', first.token)).answer.json() : [];
  for (const [name, path, who] of [
    ['a balance, to compare', '/api/auth/me', riders],
    ['a proof', '/api/proof', riders],
    ['a proof of one transaction', `/api/transactions/${line.id}/proof`, riders.slice(0, 1)],
    ['the public books', '/api/books', riders],
  ] as const) {
    const [times, sizes]: [number[], number[]] = [[], []];
    const cpuBefore = cpuSecondsOf(product.pid ?? 0);
    for (let i = 0; i < asked; i++) {
      const { answer, ms } = await ask(path, who[i % who.length]?.token ?? '');
      times.push(ms);
      sizes.push((await answer.arrayBuffer()).byteLength);
    }
    const cpuMs = ((cpuSecondsOf(product.pid ?? 0) - cpuBefore) / asked) * 1_000;
    print(`${name}: ${spread(times)} ms, ${cpuMs.toFixed(1)} ms of the server's CPU, ${spread(sizes, 0)} bytes`);
  }
}

async function ask(path: string, token: string) {
  const began = performance.now();
  const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return { answer, ms: performance.now() - began };
}
