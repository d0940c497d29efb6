import type { AnswerOf, CallOf, Endpoint } from './endpoint.ts';
import { readErrorBody } from './read-error-body.ts';
import type { ReadErrorBody } from './refusal.ts';

/**
 * An error response (status 400 or higher). `body` is undefined for a response without our error body, such as a
 * proxy's error page.
 */
export class CallRefused extends Error {
  readonly status: number;
  readonly body: ReadErrorBody | undefined;
  constructor(status: number, body: ReadErrorBody | undefined) {
    super(body?.detail ?? `HTTP ${status}`);
    this.name = 'CallRefused';
    this.status = status;
    this.body = body;
  }
}

export type CallOptions = {
  /** Use one key per submission, so a retry pays only once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Lets the call finish after the page closes. */
  keepalive?: boolean;
  headers?: Readonly<Record<string, string>>;
};

export type ClientOptions = {
  /** Empty in the browser, else for example `http://127.0.0.1:3000`. */
  origin: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  token: () => string | null;
  /** Called on a 401 to a call with the current token. */
  onSessionEnded?: () => void;
  /**
   * Validates and converts a response body. Throws if the body is unreadable. Gets undefined for a body that is not
   * JSON. By default, bodies stay unchanged.
   */
  readAnswer?: (endpoint: Endpoint, json: unknown) => unknown;
};

export type Arguments<E> =
  unknown extends CallOf<E>
    ? [input?: Record<string, never>, options?: CallOptions]
    : [input: CallOf<E>, options?: CallOptions];

export type Client = {
  call<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<AnswerOf<E>>;
  /** For responses that are streams: files or events. */
  open<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<Response>;
  page<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<Page<AnswerOf<E>>>;
};

/** A page of a list and the cursor of the next page. */
export type Page<Items> = {
  items: Items;
  next: string | null;
  /** The number of items on all pages. Undefined if the server does not send this number. */
  total: number | undefined;
};

export function createClient(options: ClientOptions): Client {
  const send = async <E extends Endpoint>(endpoint: E, [input, callOptions]: Arguments<E>) => {
    // The token is read once, because a late 401 to an old token must not end a newer session.
    const token = options.token();
    const response = await options.fetch(
      options.origin + urlOf(endpoint, input ?? {}),
      requestOf(endpoint, input ?? {}, callOptions ?? {}, token),
    );
    if (response.status === 401 && token !== null && token === options.token()) options.onSessionEnded?.();
    if (!response.ok) throw new CallRefused(response.status, await readError(response));
    return response;
  };
  const json = async (endpoint: Endpoint, response: Response): Promise<unknown> => {
    if (!endpoint.answer) return undefined;
    if (!options.readAnswer) return response.json();
    return options.readAnswer(endpoint, parsed(await response.text()));
  };
  const read = async <E extends Endpoint>(endpoint: E, response: Response) =>
    (await json(endpoint, response)) as AnswerOf<E>;
  return {
    open: (endpoint, ...rest) => send(endpoint, rest),
    call: async (endpoint, ...rest) => read(endpoint, await send(endpoint, rest)),
    page: async (endpoint, ...rest) => {
      const response = await send(endpoint, rest);
      const { headers } = response;
      return {
        items: await read(endpoint, response),
        next: nextCursor(headers.get('link')),
        total: totalCount(headers.get(totalCountHeader)),
      };
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
  { idempotencyKey, signal, keepalive, headers }: CallOptions,
  token: string | null,
): RequestInit {
  return {
    method: endpoint.method,
    headers: {
      ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    ...(endpoint.body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  };
}

async function readError(response: Response): Promise<ReadErrorBody | undefined> {
  return readErrorBody(await response.json().catch(() => undefined));
}

function nextCursor(link: string | null): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return next === undefined ? null : new URL(next, 'http://florin.invalid').searchParams.get('cursor');
}

/** The header on the first page of a list with the number of matches on all pages. */
export const totalCountHeader = 'x-total-count';

const totalCount = (text: string | null): number | undefined =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
