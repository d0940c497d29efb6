import type { AnswerOf, CallOf, Endpoint } from './endpoint.ts';
import { readErrorBody } from './read.ts';
import type { ErrorBody } from './refusal.ts';

/** An answer from 400 up. `body` is missing where the server did not speak (a proxy's page, say). */
export class CallRefused extends Error {
  readonly status: number;
  readonly body: ErrorBody | undefined;
  constructor(status: number, body: ErrorBody | undefined) {
    super(body?.detail ?? `HTTP ${status}`);
    this.name = 'CallRefused';
    this.status = status;
    this.body = body;
  }
}

export type CallOptions = {
  /** One per submission, so that a retry pays once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The call outlives the page that makes it. */
  keepalive?: boolean;
};

export type ClientOptions = {
  /** `` in the browser, `http://127.0.0.1:3000` elsewhere. */
  origin: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  token: () => string | null;
  /** Told of a 401 to a call that carried a token. */
  onSessionEnded?: () => void;
};

type Arguments<E> =
  unknown extends CallOf<E>
    ? [input?: Record<string, never>, options?: CallOptions]
    : [input: CallOf<E>, options?: CallOptions];

export type Client = {
  call<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<AnswerOf<E>>;
  /** What answers with a stream: a file, or events. */
  open<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<Response>;
  /** A page of a list, and the cursor of the next. */
  page<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<{ items: AnswerOf<E>; next: string | null }>;
};

export function createClient(options: ClientOptions): Client {
  const send = async <E extends Endpoint>(endpoint: E, [input, callOptions]: Arguments<E>) => {
    // Read once: a late 401 to an old token must not end a session that has begun since.
    const token = options.token();
    const response = await options.fetch(
      options.origin + urlOf(endpoint, input ?? {}),
      requestOf(endpoint, input ?? {}, callOptions ?? {}, token),
    );
    if (response.status === 401 && token !== null && token === options.token()) options.onSessionEnded?.();
    if (!response.ok) throw new CallRefused(response.status, await readError(response));
    return response;
  };
  const read = async <E extends Endpoint>(endpoint: E, response: Response) =>
    (endpoint.answer ? await response.json() : undefined) as AnswerOf<E>;
  return {
    open: (endpoint, ...rest) => send(endpoint, rest),
    call: async (endpoint, ...rest) => read(endpoint, await send(endpoint, rest)),
    page: async (endpoint, ...rest) => {
      const response = await send(endpoint, rest);
      return { items: await read(endpoint, response), next: nextCursor(response.headers.get('link')) };
    },
  };
}

type Parts = { params?: unknown; query?: unknown; body?: unknown };

function urlOf(endpoint: Endpoint, { params, query }: Parts): string {
  const values = new Map(Object.entries(params ?? {}));
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  return `/api${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

function requestOf(
  endpoint: Endpoint,
  { body }: Parts,
  { idempotencyKey, signal, keepalive }: CallOptions,
  token: string | null,
): RequestInit {
  return {
    method: endpoint.method,
    headers: {
      ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(endpoint.body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  };
}

async function readError(response: Response): Promise<ErrorBody | undefined> {
  return readErrorBody(await response.json().catch(() => undefined));
}

function nextCursor(link: string | null): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return next === undefined ? null : new URL(next, 'http://florin.invalid').searchParams.get('cursor');
}
