import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod/mini';
import type { TestApp } from './test-app.ts';

export type Received = {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly event: { readonly id: string; readonly sequence: number; readonly type: string; readonly object: string };
  readonly at: number;
};

/** An answer to a delivery: a status with headers, or `hang` for none. */
export type Reply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly text?: string }
  | 'hang';

const eventShape = z.object({ id: z.string(), sequence: z.number(), type: z.string(), object: z.string() });

/** Starts a receiver of webhooks on this machine. The test chooses its answers. */
export async function startReceiver(reply: (received: Received) => Reply | Promise<Reply> = () => ({ status: 200 })) {
  const received: Received[] = [];
  let choose = reply;
  let inProgress = 0;
  let atOnce = 0;
  const answer = async (request: Parameters<Parameters<typeof createServer>[1] & object>[0]) => {
    const body = await text(request);
    const one = {
      headers: request.headers,
      text: body,
      event: z.parse(eventShape, JSON.parse(body)),
      at: performance.now(),
    };
    received.push(one);
    inProgress += 1;
    atOnce = Math.max(atOnce, inProgress);
    return Promise.resolve(choose(one)).finally(() => (inProgress -= 1));
  };
  const server = createServer((request, response) => {
    void answer(request).then((chosen) => {
      if (chosen === 'hang') return;
      response.writeHead(chosen.status, chosen.headers).end(chosen.text ?? 'ok');
    });
  });
  let connections = 0;
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    types: () => received.map(({ event }) => event.type),
    /** The largest number of deliveries at the same time. */
    atOnce: () => atOnce,
    connections: () => connections,
    answer: (next: typeof reply) => (choose = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Fetches the installation's public key, like a receiver. */
export async function publicKeyOf({ app }: Pick<TestApp, 'app'>): Promise<KeyObject> {
  const { body } = await app.http.inject({ url: '/.well-known/florin-webhooks.json' });
  const { keys } = z.parse(z.object({ keys: z.array(z.object({ x: z.string() })) }), JSON.parse(body));
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: keys[0]?.x ?? '' }, format: 'jwk' });
}

/** Verifies the `v1` signature with the library of Standard Webhooks. @throws if it is wrong */
export const verifyShared = ({ headers, text: body }: Received, secret: string): unknown =>
  new Webhook(secret).verify(body, headersOf(headers));

/** Verifies the `v1a` signature. */
export function verifyPublic({ headers, text: body }: Received, key: KeyObject): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headersOf(headers);
  const signature = /(?:^| )v1a,(\S+)/.exec(signatures)?.[1] ?? '';
  return verify(null, Buffer.from(`${id}.${at}.${body}`), key, Buffer.from(signature, 'base64'));
}

const headersOf = (headers: IncomingHttpHeaders) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
});
