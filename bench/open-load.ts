/**
 * The open loop, a process of its own: `node open-load.ts <job.json>`. Requests come at their own pace, whether earlier
 * ones are answered or not, and wait from the moment at which they were due. Prints one line of JSON. What is answered
 * before the load itself is warm is not in its figures: a process that is compiled and opens its connections is late with
 * all it is to ask. It opens some ahead: one that is opened while others wait for their answers makes both wait longer,
 * so that a moment in which the server stands still would count for several.
 */
import { readFileSync } from 'node:fs';
import { openConnection } from './connection.ts';
import { goodStatus, nextRequest, quantile, warmUpSeconds, type Riders, type What } from './requests.ts';

export type OpenJob = {
  readonly port: number;
  readonly what: What;
  /** Requests offered per second. */
  readonly rate: number;
  /** At most so many at once; what is due beyond them waits here, as it would in a balancer. */
  readonly connections: number;
  readonly seconds: number;
  readonly riders: Riders;
};

export type OpenResult = {
  /** Done while it was offered, per second; the rest counts for how long it took. */
  readonly goodput: number;
  readonly p50: number;
  readonly p99: number;
  /** Answered with 503, and how long the slowest hundredth of them took after it was sent. */
  readonly shed: number;
  readonly shedP99: number;
  readonly failed: number;
};

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as OpenJob;
const [good, shed]: [number[], number[]] = [[], []];
let [failed, offered, open, inTime] = [0, 0, 0, 0];
/** What waits here, from `handed` on: taking the first of a hundred thousand out of an array costs more than asking does. */
const due: number[] = [];
let handed = 0;
const idle: ((dueAt: number) => void)[] = [];

const begun = performance.now();
const warmAt = begun + warmUpSeconds * 1_000;
const until = warmAt + job.seconds * 1_000;
/** Opened ahead, so many in each millisecond: of thousands most would have to knock again. */
const [openedAhead, openedAtOnce] = [256, 64];
const pace = setInterval(() => {
  for (let opened = 0; opened < openedAtOnce && open < Math.min(openedAhead, job.connections); opened++)
    idle.push(newConnection());
  const now = Math.min(performance.now(), until);
  for (; offered < ((now - begun) / 1_000) * job.rate; offered++) due.push(begun + (offered / job.rate) * 1_000);
  hand();
  if (now < until) return;
  clearInterval(pace);
  // What is under way is answered; what still waits here was never asked.
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
