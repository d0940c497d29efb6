/** What the loads ask for, as text on the wire: HTTP over plain sockets needs little of the two cores. */

/** For so long a load is asked for and not measured. */
export const warmUpSeconds = 1;

export type Riders = readonly { readonly email: string; readonly token: string }[];

/** So many people everybody pays again and again; the first payment to each also makes a contact. */
const known = 8;

const sendTo = (to: number, riders: Riders) =>
  `{"recipient_email":"${riders[to]?.email}","amount":1.00,"currency":"USD","note":"lunch"}`;

type Request = {
  readonly method?: 'GET';
  readonly path: string;
  readonly body?: (from: number, riders: Riders) => string;
};

/**
 * With as many members as there are here, `first-send` is nearly always a first payment; `one-recipient` has everybody
 * pay the same member; `login` has an unknown address, which costs what a wrong password costs; `constant` is a send
 * that nobody reads, and `plans` what the product answers with a constant.
 */
const requests = {
  send: {
    path: '/api/transactions/send',
    body: (from, riders) => sendTo((from + 1 + Math.floor(Math.random() * known)) % riders.length, riders),
  },
  'first-send': {
    path: '/api/transactions/send',
    body: (from, riders) =>
      sendTo((from + 1 + Math.floor(Math.random() * (riders.length - 1))) % riders.length, riders),
  },
  'one-recipient': { path: '/api/transactions/send', body: (from, riders) => sendTo(from === 0 ? 1 : 0, riders) },
  constant: { path: '/constant', body: (from, riders) => sendTo((from + 1) % riders.length, riders) },
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

/** The status of an answer that did what was asked; nobody's password is right. */
export const goodStatus = (what: What) => (what === 'login' ? 400 : 200);

let sequence = 0;

/** The next request of that kind, by a member picked at random. */
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

/** A quantile, in milliseconds to a hundredth. */
export function quantile(latencies: readonly number[], share: number): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2));
}
