import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { StripeAccount } from './account.ts';
import { calls } from './calls.ts';
import { readForm, StripeFailure } from './objects.ts';

export const doubleKey = 'sk_test_double';
export const doubleWebhookSecret = 'whsec_double';

export type StripeDouble = {
  readonly account: StripeAccount;
  readonly url: URL;
  /** The calls so far, such as `POST /v1/refunds`. A repetition with the same idempotency key is marked with `again`. */
  readonly log: readonly string[];
  /** Loses the answers to the next calls that match, after they took effect. */
  readonly loseAnswers: (call: RegExp, times: number) => void;
  /** Answers the next calls that match with an error of Stripe's servers, without effect. */
  readonly fail: (call: RegExp, times: number) => void;
  /** Ends all troubles. */
  readonly calm: () => void;
  /** From now on, a repetition of an earlier call counts as a call with other parameters. */
  readonly forgetForms: () => void;
  readonly close: () => Promise<void>;
};

type Trouble = { readonly call: RegExp; times: number };
type Answer = { readonly status: number; readonly body: string };

/**
 * Starts a server on this machine that speaks Stripe's HTTP interface and stores its objects. The objects are Stripe's
 * published examples. Florin calls the server through Stripe's own package.
 */
export async function openStripeDouble(): Promise<StripeDouble> {
  const account = new StripeAccount();
  const log: string[] = [];
  const lost: Trouble[] = [];
  const failing: Trouble[] = [];
  const known = new Map<string, { readonly asked: string; readonly answer: Answer }>();

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(599).end(String(error)));
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://double');
    const body = await text(request);
    const call = `${request.method} ${pathname}`;
    if (request.headers.authorization !== `Bearer ${doubleKey}`)
      return send(response, failed(new StripeFailure(401, { type: 'invalid_request_error', message: 'wrong key' })));
    if (takes(failing, call)) {
      log.push(`${call} failed`);
      return send(response, failed(new StripeFailure(500, { type: 'api_error' })), { 'stripe-should-retry': 'false' });
    }
    const key = request.headers['idempotency-key'];
    const before = typeof key === 'string' ? known.get(key) : undefined;
    const asked = `${call} ${body}`;
    log.push(before ? `${call} again` : call);
    const reused = new StripeFailure(400, { type: 'idempotency_error', message: 'other parameters' });
    const done = before && before.asked !== asked ? failed(reused) : (before?.answer ?? run(call, body, searchParams));
    if (typeof key === 'string' && !before) known.set(key, { asked, answer: done });
    if (takes(lost, call)) return void request.socket.destroy();
    return send(response, done);
  }

  function run(call: string, body: string, query: URLSearchParams): Answer {
    try {
      const { handler, id } = find(call);
      const form = readForm(body);
      const expand = [...query].filter(([name]) => name.startsWith('expand')).map(([, value]) => value);
      const asked = [...expand, ...Object.values((form['expand'] ?? {}) as Record<string, string>)];
      const found = structuredClone(handler({ account, id, form, query }));
      for (const path of asked) expandIn(account, found, path.split('.'));
      return { status: 200, body: JSON.stringify(found) };
    } catch (error) {
      if (error instanceof StripeFailure) return failed(error);
      throw error;
    }
  }

  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    account,
    url: new URL(`http://127.0.0.1:${address.port}`),
    log,
    loseAnswers: (call, times) => void lost.push({ call, times }),
    fail: (call, times) => void failing.push({ call, times }),
    calm: () => [...lost, ...failing].forEach((trouble) => (trouble.times = 0)),
    forgetForms: () => {
      for (const [key, before] of known) known.set(key, { ...before, asked: 'another form' });
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const failed = ({ status, body }: StripeFailure): Answer => ({ status, body: JSON.stringify(body) });

const send = (response: ServerResponse, { status, body }: Answer, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

function takes(troubles: readonly Trouble[], call: string): boolean {
  const trouble = troubles.find((one) => one.times > 0 && one.call.test(call));
  if (trouble) trouble.times -= 1;
  return trouble !== undefined;
}

/** The id is one of the parts of the path. */
function find(call: string) {
  const id = call.split('/').find((part) => /_double\d/.test(part)) ?? '';
  const handler = calls[id === '' ? call : call.replace(id, ':id')];
  if (!handler) throw new StripeFailure(404, { type: 'invalid_request_error', message: `no such call: ${call}` });
  return { handler, id };
}

/** Replaces ids with their objects, as `expand` requests. */
function expandIn(account: StripeAccount, at: unknown, [name = '', ...rest]: readonly string[]): void {
  if (Array.isArray(at)) {
    for (const one of at) expandIn(account, one, [name, ...rest]);
    return;
  }
  if (typeof at !== 'object' || at === null) return;
  const place = at as Record<string, unknown>;
  const value = place[name];
  if (typeof value === 'string') place[name] = structuredClone(account.objects.get(value) ?? value);
  if (rest.length > 0) expandIn(account, place[name], rest);
}
