/**
 * The open loop, run as a process: `node open-load.ts <job.json>`. Requests start at a fixed rate, whether earlier ones
 * are answered or not; their latency counts from the time at which they were due. Prints one line of JSON, without the
 * warm-up, in which the process compiles and opens connections and so is late.
 * Some connections are opened ahead. Opening one while requests are in flight slows both down, so a single standstill
 * of the server would count several times.
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
 * Due requests; those before `handed` are sent. Removing the first item of a huge array would cost more than a request.
 */
const due: number[] = [];
let handed = 0;
const idle: ((dueAt: number) => void)[] = [];

const begun = performance.now();
const warmAt = begun + warmUpSeconds * 1_000;
const until = warmAt + job.seconds * 1_000;
/**
 * The number of connections to open ahead, and how many per millisecond: the server would refuse most of thousands at
 * once.
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
  // Requests in flight are answered; those that still wait here are dropped.
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
