/**
 * A closed loop of two servers in turn, a process of its own: `node alternating-load.ts <job.json>`. Each has a turn, then
 * the other; within it each connection asks the next thing when the last is answered. What the machine is at from one
 * second to the next then counts for both, and so does that a server has just been away from the processor's caches.
 * Prints one line of JSON. What was answered while all was warming up is not in its figures.
 */
import { readFileSync } from 'node:fs';
import { openConnection } from './connection.ts';
import { nextRequest, quantile, warmUpSeconds, type Riders, type What } from './requests.ts';

export type AlternatingJob = {
  readonly sides: readonly [Side, Side];
  readonly what: What;
  /** To each. */
  readonly connections: number;
  readonly turnMs: number;
  /** Of each. */
  readonly seconds: number;
};

type Side = { readonly port: number; readonly riders: Riders };

/** By side. */
export type AlternatingResult = {
  readonly perSecond: readonly [number, number];
  /** In milliseconds. */
  readonly p50: readonly [number, number];
};

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as AlternatingJob;
/** By then the connections are there. */
const startAt = performance.now() + 100;
const warmAt = startAt + 2 * warmUpSeconds * 1_000;
const until = warmAt + 2 * job.seconds * 1_000;

const sides = [openSide(job.sides[0]), openSide(job.sides[1])] as const;
let current: ReturnType<typeof openSide> | undefined;
const turns = setInterval(() => {
  const now = performance.now();
  if (now >= until) return report();
  if (now < startAt) return;
  const next = sides[Math.floor((now - startAt) / job.turnMs) % 2 === 0 ? 0 : 1];
  if (next === current) return;
  current = next;
  next.begin();
}, 1);

function openSide({ port, riders }: Side) {
  const latencies: number[] = [];
  const idle: (() => void)[] = [];
  const sockets = Array.from({ length: job.connections }, () => {
    let asked = 0;
    const ask = () => {
      asked = performance.now();
      socket.write(nextRequest(job.what, riders), 'latin1');
    };
    const socket = openConnection(port, (status) => {
      const now = performance.now();
      if (status !== 200) throw new Error(`answered with ${status}`);
      if (now >= warmAt && now < until) latencies.push(now - asked);
      if (current === side && now < until) ask();
      else idle.push(ask);
    });
    socket.on('error', (error) => {
      throw error;
    });
    idle.push(ask);
    return socket;
  });
  const side = {
    latencies,
    begin: () => {
      for (const ask of idle.splice(0)) ask();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
  return side;
}

function report() {
  clearInterval(turns);
  const perSecond = ({ latencies }: { readonly latencies: readonly number[] }) => latencies.length / job.seconds;
  const line: AlternatingResult = {
    perSecond: [perSecond(sides[0]), perSecond(sides[1])],
    p50: [quantile(sides[0].latencies, 0.5), quantile(sides[1].latencies, 0.5)],
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  for (const side of sides) side.close();
}
