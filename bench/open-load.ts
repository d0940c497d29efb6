/**
 * The open loop, run as a process: `node open-load.ts <job.json>`. Requests start at a fixed rate, even without answers
 * to earlier requests. The latency of a request counts from its due time. Prints one line of JSON, without the warm-up.
 * During the warm-up, the process compiles and opens connections, and so starts requests late. Some connections are
 * opened ahead. A new connection slows the requests in flight, so a single standstill of the server would count several
 * times.
 */
import { readFileSync } from 'node:fs';
import { openConnection } from './connection.ts';
import { goodStatus, nextRequest, quantile, warmUpSeconds, type Riders, type What } from './requests.ts';

export type OpenJob = {
  readonly port: number;
  readonly what: What;
  /** Requests offered per second. */
  readonly rate: number;
  /** Maximum of concurrent requests. Further due requests wait in this process, as in a balancer. */
  readonly connections: number;
  readonly seconds: number;
  readonly riders: Riders;
};

export type OpenResult = {
  /** Successful answers per second within the run. Later answers count only for their latency. */
  readonly goodput: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers with 503, and their p99 latency from the send. */
  readonly shed: number;
  readonly shedP99: number;
  readonly failed: number;
};

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as OpenJob;
const [good, shed]: [number[], number[]] = [[], []];
let [failed, offered, open, inTime] = [0, 0, 0, 0];
/**
 * Due requests. `handed` counts the sent requests, because removing the first item of a huge array would cost more than
 * a request.
 */
const due: number[] = [];
let handed = 0;
const idle: ((dueAt: number) => void)[] = [];

const begun = performance.now();
const warmAt = begun + warmUpSeconds * 1_000;
const until = warmAt + job.seconds * 1_000;
/**
 * The number of connections to open ahead, in total and per millisecond. The server would refuse most of thousands of
 * simultaneous connections.
 */
const [openedAhead, openedAtOnce] = [256, 64];
const pace = setInterval(() => {
  for (let opened = 0; opened < openedAtOnce && open < Math.min(openedAhead, job.connections); opened++)
    idle.push(newConnection());
  const now = Math.min(performance.now(), until);
  for (; offered < ((now - begun) / 1_000) * job.rate; offered++) due.push(begun + (offered / job.rate) * 1_000);
  hand();
  if (now < until) return;
  clearInterval(pace);
  // Requests in flight get their answers; requests that still wait here are dropped.
  handed = due.length;
  setTimeout(report, 2_000);
}, 1);

function hand() {
  while (handed < due.length) {
    const ask = idle.pop() ?? (open < job.connections ? newConnection() : undefined);
    if (!ask) return;
    ask(due[handed++] ?? 0);
  }
}

function newConnection(): (dueAt: number) => void {
  open += 1;
  let [dueAt, askedAt] = [0, 0];
  const ask = (at: number) => {
    [dueAt, askedAt] = [at, performance.now()];
    socket.write(nextRequest(job.what, job.riders), 'latin1');
  };
  const gone = () => {
    if (askedAt > 0) failed += 1;
    askedAt = 0;
    open -= 1;
  };
  const socket = openConnection(job.port, (status, isLast) => {
    const now = performance.now();
    const isGood = status === goodStatus(job.what);
    if (isGood && now >= warmAt && now < until) inTime += 1;
    if (!isGood && status !== 503) failed += 1;
    else if (now >= warmAt && isGood) good.push(now - dueAt);
    else if (now >= warmAt) shed.push(now - askedAt);
    askedAt = 0;
    if (isLast()) {
      socket.destroy();
      return;
    }
    idle.push(ask);
    hand();
  });
  socket.on('error', () => undefined);
  socket.on('close', gone);
  return ask;
}

function report() {
  const line: OpenResult = {
    goodput: inTime / job.seconds,
    p50: quantile(good, 0.5),
    p99: quantile(good, 0.99),
    shed: shed.length,
    shedP99: quantile(shed, 0.99),
    failed,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  process.exit(0);
}
