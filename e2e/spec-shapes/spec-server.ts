import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { portOf } from '../own-product.ts';
import { coins, holdings, kyc, session, transactions, user } from './spec-data.ts';

/** A JSON body, a plain text, or no answer at all. */
export type Answer =
  | { readonly status: number; readonly json?: unknown; readonly text?: string }
  | 'no answer'
  | 'never';

export const ok = (json: unknown): Answer => ({ status: 200, json });
export const error = (status: number, detail: string): Answer => ({ status, json: { detail } });

/** Answers by method and path, for example `GET /auth/me`. */
export type Answers = Readonly<Record<string, Answer>>;

const filled: Answers = {
  'POST /auth/signup': ok(session),
  'POST /auth/login': ok(session),
  'GET /auth/me': ok(user),
  'POST /transactions/send': ok({}),
  'GET /transactions': ok(transactions),
  'GET /crypto/list': ok(coins),
  'GET /crypto/portfolio': ok(holdings),
  'POST /crypto/buy': ok({ crypto_amount: 0.00155806 }),
  'POST /crypto/sell': ok({ usd_amount: 31.67 }),
  'GET /kyc/status': ok(kyc),
  'POST /kyc/submit': ok({}),
};

export const specCalls = Object.keys(filled);

export type SpecServer = {
  readonly origin: string;
  /** Changes the answers of these calls. */
  readonly answer: (answers: Answers) => void;
  /** Returns the bodies of a call's requests in order. */
  readonly bodiesOf: (call: string) => readonly unknown[];
  /** Restores the initial answers and forgets all requests. */
  readonly reset: () => void;
  readonly stop: () => Promise<void>;
};

/**
 * Starts another server. This server has only the specification's calls, answers all other calls with 404, and serves
 * the product's app.
 */
export async function startSpecServer(product: string): Promise<SpecServer> {
  const table = new Map<string, Answer>();
  const bodies: { call: string; body: unknown }[] = [];
  const answerCall = async (call: string, request: IncomingMessage, response: ServerResponse) => {
    bodies.push({ call, body: parsed(await textOf(request)) });
    give(response, table.get(call) ?? error(404, 'Not Found'));
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', product).pathname;
    if (!path.startsWith('/api/')) passOn(product, request, response);
    else void answerCall(`${request.method} ${path.slice('/api'.length)}`, request, response);
  });
  server.listen(0, '127.0.0.1');
  const answer = (answers: Answers) => {
    for (const [call, given] of Object.entries(answers)) table.set(call, given);
  };
  return {
    origin: `http://127.0.0.1:${await portOf(server)}`,
    answer,
    bodiesOf: (call) => bodies.filter((each) => each.call === call).map(({ body }) => body),
    reset: () => {
      table.clear();
      answer(filled);
      bodies.length = 0;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function passOn(product: string, request: IncomingMessage, response: ServerResponse) {
  const { method, headers } = request;
  const passed = ask(new URL(request.url ?? '', product), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function give(response: ServerResponse, answer: Answer) {
  if (answer === 'never') return;
  if (answer === 'no answer') {
    response.destroy();
    return;
  }
  const { status, json, text } = answer;
  response.writeHead(status, { 'content-type': text === undefined ? 'application/json' : 'text/html' });
  response.end(text ?? JSON.stringify(json));
}
