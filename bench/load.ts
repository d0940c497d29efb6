/**
 * The closed loop, a process of its own: `node load.ts <job.json>`. Each connection asks again and again, the next when
 * the last is answered. Prints one line of JSON.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { completeAnswer, nextRequest, quantile, type Riders, type What } from './requests.ts';

export type LoadJob = {
  readonly port: number;
  readonly what: What;
  readonly connections: number;
  readonly seconds: number;
  readonly riders: Riders;
};

export type LoadResult = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
};

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoadJob;
const latencies: number[] = [];
let [failed, open] = [0, job.connections];

const begun = performance.now();
const until = begun + job.seconds * 1_000;
for (let i = 0; i < job.connections; i++) drive(connect({ port: job.port, host: '127.0.0.1', noDelay: true }));

function drive(socket: Socket) {
  let asked = 0;
  let received = '';
  const ask = () => {
    asked = performance.now();
    socket.write(nextRequest(job.what, job.riders));
  };
  socket.setEncoding('latin1');
  socket.once('connect', ask);
  socket.on('error', (error) => {
    throw error;
  });
  socket.on('data', (chunk: string) => {
    received += chunk;
    const status = completeAnswer(received);
    if (status === undefined) return;
    received = '';
    const now = performance.now();
    if (status === 200 || job.what === 'login') latencies.push(now - asked);
    else failed += 1;
    if (now < until) return ask();
    socket.destroy();
    open -= 1;
    if (open === 0) report((now - begun) / 1_000);
  });
}

function report(seconds: number) {
  const line: LoadResult = {
    perSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    failed,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
