/** The requests of the load tests as raw HTTP text, because plain sockets use little CPU time of the two cores. */

/** Seconds of load before the measurement. */
export const warmUpSeconds = 1;

export type Riders = readonly { readonly email: string; readonly token: string }[];

/** The number of recipients whom each member pays repeatedly. The first payment to each also creates a contact. */
const known = 8;

const sendTo = (to: number, riders: Riders) =>
  `{"recipient_email":"${riders[to % riders.length]?.email}","amount":1.00,"currency":"USD","note":"lunch"}`;

const even = () => 2 * Math.floor(Math.random() * known);

type Request = {
  readonly method?: 'GET';
  readonly path: string;
  readonly body?: (from: number, riders: Riders) => string;
};

/**
 * The kinds of requests. `first-send`: with this many members, nearly always a first payment. `same-ledger` and
 * `other-ledger`: the money of every other member is in the second of two ledgers. `one-recipient`: all pay the same
 * member. `login`: an unknown address, which costs as much as a wrong password. `constant`: a send that the
 * baseline answers with a constant. `plans`: a constant answer of the product.
 */
const requests = {
  send: {
    path: '/api/transactions/send',
    body: (from, riders) => sendTo(from + 1 + Math.floor(Math.random() * known), riders),
  },
  'first-send': {
    path: '/api/transactions/send',
    body: (from, riders) => sendTo(from + 1 + Math.floor(Math.random() * (riders.length - 1)), riders),
  },
  'same-ledger': { path: '/api/transactions/send', body: (from, riders) => sendTo(from + 2 + even(), riders) },
  'other-ledger': { path: '/api/transactions/send', body: (from, riders) => sendTo(from + 1 + even(), riders) },
  'one-recipient': { path: '/api/transactions/send', body: (from, riders) => sendTo(from === 0 ? 1 : 0, riders) },
  constant: { path: '/constant', body: (from, riders) => sendTo(from + 1, riders) },
  buy: {
    path: '/api/crypto/buy',
    body: () => '{"crypto_symbol":"BTC","amount_usd":1.00,"payment_method_id":"usd_balance"}',
  },
  sell: { path: '/api/crypto/sell', body: () => '{"crypto_symbol":"BTC","amount_crypto":"0.00000050"}' },
  login: {
    path: '/api/auth/login',
    body: () => `{"email":"nobody${Math.floor(Math.random() * 1e9)}@florin.example","password":"not this one"}`,
  },
  plans: { method: 'GET', path: '/api/plans' },
  history: { method: 'GET', path: '/api/transactions' },
  balance: { method: 'GET', path: '/api/auth/me' },
} as const satisfies Record<string, Request>;

export type What = keyof typeof requests;

/** The status of a successful answer. A sign-in always has a wrong password. */
export const goodStatus = (what: What) => (what === 'login' ? 400 : 200);

let sequence = 0;

/** Returns the next request of this kind, by a random member. */
export function nextRequest(what: What, riders: Riders): string {
  const from = Math.floor(Math.random() * riders.length);
  const request: Request = requests[what];
  const head = `${request.method ?? 'POST'} ${request.path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${riders[from]?.token}\r\n`;
  if (!request.body) return `${head}\r\n`;
  const body = request.body(from, riders);
  return (
    `${head}content-type: application/json\r\nidempotency-key: load-${process.pid}-${sequence++}\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  );
}

/** Returns a quantile, rounded to a hundredth of a millisecond. */
export function quantile(latencies: readonly number[], share: number): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2));
}
