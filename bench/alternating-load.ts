/**
 * One client of two servers, run as a process: `node alternating-load.ts <job.json>`. The client queries each server
 * for a quarter of a second in turn, one request at a time. Thus the machine's other work affects both sides equally.
 * Prints one line of JSON, without the answers of the warm-up.
 */
import { readFileSync } from 'node:fs';
import { openConnection } from './connection.ts';
import { nextRequest, quantile, warmUpSeconds, type Riders, type What } from './requests.ts';

export type AlternatingJob = {
  readonly sides: readonly [Side, Side];
  readonly what: What;
  /** Seconds per side. */
  readonly seconds: number;
};

type Side = { readonly port: number; readonly riders: Riders };

/** Milliseconds per side. */
export type AlternatingResult = { readonly p50: readonly [number, number] };

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as AlternatingJob;
const turnMs = 250;
const begun = performance.now();
const warmAt = begun + 2 * warmUpSeconds * 1_000;
const until = warmAt + 2 * job.seconds * 1_000;

let asked = 0;
const sides = [openSide(job.sides[0]), openSide(job.sides[1])] as const;
const sideAt = (moment: number) => sides[Math.floor((moment - begun) / turnMs) % 2 === 0 ? 0 : 1];
sideAt(begun).ask();

function openSide({ port, riders }: Side) {
  const latencies: number[] = [];
  const socket = openConnection(port, (status) => {
    const now = performance.now();
    if (status !== 200) throw new Error(`answered with ${status}`);
    if (now >= warmAt) latencies.push(now - asked);
    if (now < until) sideAt(now).ask();
    else report();
  });
  socket.on('error', (error) => {
    throw error;
  });
  const ask = () => {
    asked = performance.now();
    socket.write(nextRequest(job.what, riders), 'latin1');
  };
  return { ask, latencies, close: () => socket.destroy() };
}

function report() {
  const line: AlternatingResult = { p50: [quantile(sides[0].latencies, 0.5), quantile(sides[1].latencies, 0.5)] };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  for (const side of sides) side.close();
}
