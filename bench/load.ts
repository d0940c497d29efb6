/**
 * The load, a process of its own: `node load.ts <job.json>`. Each connection sends a dollar from one member to another,
 * or trades for one, again and again, the next when the last is answered. Prints one line of JSON.
 *
 * It speaks HTTP over plain sockets: it needs little, and the two cores are the server's and the database's as far as
 * possible.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

export type LoadJob = {
  readonly port: number;
  readonly what: keyof typeof requests;
  readonly connections: number;
  readonly seconds: number;
  readonly riders: readonly { email: string; token: string }[];
};

export type LoadResult = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
};

type Riders = LoadJob['riders'];

const toAnother = (from: number, riders: Riders) => {
  const to = (from + 1 + Math.floor(Math.random() * (riders.length - 1))) % riders.length;
  return `{"recipient_email":"${riders[to]?.email}","amount":1.00,"currency":"USD","note":"lunch"}`;
};

/** What is asked for, and where. `constant` is a send that nobody reads. */
const requests = {
  send: { path: '/api/transactions/send', body: toAnother },
  constant: { path: '/constant', body: toAnother },
  buy: {
    path: '/api/crypto/buy',
    body: () => '{"crypto_symbol":"BTC","amount_usd":1.00,"payment_method_id":"usd_balance"}',
  },
  sell: { path: '/api/crypto/sell', body: () => '{"crypto_symbol":"BTC","amount_crypto":"0.00000050"}' },
} as const;

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoadJob;
const latencies: number[] = [];
let [failed, sequence, open] = [0, 0, job.connections];

const begun = performance.now();
const until = begun + job.seconds * 1_000;
for (let i = 0; i < job.connections; i++) drive(connect({ port: job.port, host: '127.0.0.1', noDelay: true }));

function drive(socket: Socket) {
  let asked = 0;
  let received = '';
  const ask = () => {
    asked = performance.now();
    socket.write(nextRequest());
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
    if (status === 200) latencies.push(now - asked);
    else failed += 1;
    if (now < until) return ask();
    socket.destroy();
    open -= 1;
    if (open === 0) report((now - begun) / 1_000);
  });
}

function nextRequest(): string {
  const from = Math.floor(Math.random() * job.riders.length);
  const request = requests[job.what];
  const body = request.body(from, job.riders);
  return (
    `POST ${request.path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${job.riders[from]?.token}\r\n` +
    `content-type: application/json\r\nidempotency-key: load-${process.pid}-${sequence++}\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  );
}

/** The status, once head and body are there. One request is under way per connection, so that nothing follows them. */
function completeAnswer(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${text.slice(0, head)}`);
  return text.length >= head + 4 + Number(length) ? Number(text.slice(9, 12)) : undefined;
}

function report(seconds: number) {
  const sorted = latencies.toSorted((a, b) => a - b);
  const quantile = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
  const line: LoadResult = { perSecond: latencies.length / seconds, p50: quantile(0.5), p99: quantile(0.99), failed };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
