/**
 * The closed loop, run as a process: `node load.ts <job.json>`. Each connection sends its next request after the answer
 * to the last request. Prints one line of JSON. Figures start after the warm-up.
 */
import { readFileSync } from 'node:fs';
import { openConnection } from './connection.ts';
import { goodStatus, nextRequest, quantile, warmUpSeconds, type Riders, type What } from './requests.ts';

export type LoadJob = {
  readonly port: number;
  /** The port of a second server, which gets every other connection. */
  readonly otherPort?: number;
  readonly what: What;
  /** A second kind of requests, and its share of all requests from 0 to 1. */
  readonly also?: { readonly what: What; readonly share: number };
  readonly connections: number;
  readonly seconds: number;
  readonly riders: Riders;
};

export type LoadResult = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  /** All answered requests, including the warm-up. */
  readonly answered: number;
};

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoadJob;
const latencies: number[] = [];
let [failed, answered, open] = [0, 0, job.connections];

const warmAt = performance.now() + warmUpSeconds * 1_000;
const until = warmAt + job.seconds * 1_000;
for (let i = 0; i < job.connections; i++) drive(i % 2 === 0 ? job.port : (job.otherPort ?? job.port));

function drive(port: number) {
  let asked = 0;
  const ask = () => {
    asked = performance.now();
    const isOther = job.also !== undefined && Math.random() < job.also.share;
    socket.write(nextRequest(isOther ? job.also.what : job.what, job.riders), 'latin1');
  };
  const socket = openConnection(port, (status) => {
    const now = performance.now();
    if (status === goodStatus(job.what)) {
      answered += 1;
      if (now >= warmAt) latencies.push(now - asked);
    } else failed += 1;
    if (now < until) return ask();
    socket.destroy();
    open -= 1;
    if (open === 0) report((now - warmAt) / 1_000);
  });
  socket.once('connect', ask);
  socket.on('error', (error) => {
    throw error;
  });
}

function report(seconds: number) {
  const line: LoadResult = {
    perSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    failed,
    answered,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
