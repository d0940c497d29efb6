import { errorOf, FlorinError } from './florin-error.ts';
import { pauseBefore, retryAfterOf, usualRetries, wait } from './retries.ts';

export type Connection = {
  readonly key: string;
  readonly baseUrl: string;
  readonly account: string | undefined;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly retries: number | undefined;
  readonly timeoutSeconds: number | undefined;
};

export type CallOptions = {
  /** One key per submission, 1 to 255 visible ASCII characters. By default a random key per call. */
  idempotencyKey?: string | undefined;
  /** Ends the call and its retries. A submission may still have been executed. */
  signal?: AbortSignal | undefined;
  /** The retries of this call, at least 0. */
  retries?: number | undefined;
};

export type CallParts = {
  /** Values of undefined are left out. */
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Sent as JSON. */
  body?: unknown;
};

export type Answer = { readonly headers: Headers; readonly text: string };

/**
 * Sends a request and returns its successful response. All attempts have the same idempotency key.
 *
 * @throws FlorinError for an error response, or without a response after the last attempt
 */
export async function sendRequest(
  connection: Connection,
  method: string,
  path: string,
  { query, body, idempotencyKey, signal, retries = connection.retries ?? usualRetries }: CallParts & CallOptions,
): Promise<Answer> {
  const key = method === 'GET' ? undefined : (idempotencyKey ?? crypto.randomUUID());
  const url = urlOf(connection.baseUrl, path, query);
  const init = requestOf(connection, { method, body, key });
  for (let attempt = 1; ; attempt++) {
    const result = await tryOnce(connection, url, init, { key, signal });
    if (!(result instanceof FlorinError)) return result;
    const { retryAfterSeconds } = result;
    const pause = isTemporary(result) ? pauseBefore(attempt, { retries, retryAfterSeconds }) : undefined;
    if (pause === undefined) throw result;
    await wait(pause, signal);
  }
}

async function tryOnce(
  { fetch, timeoutSeconds = 30 }: Connection,
  url: string,
  init: RequestInit,
  { key, signal }: { key: string | undefined; signal: AbortSignal | undefined },
): Promise<Answer | FlorinError> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutSeconds * 1_000);
  try {
    const response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    const { headers, ok, status } = response;
    const text = await response.text();
    if (ok) return { headers, text };
    return errorOf(status, text, { idempotencyKey: key, retryAfterSeconds: retryAfterOf(headers, Date.now()) });
  } catch (cause) {
    signal?.throwIfAborted();
    const detail = `No response from ${new URL(url).origin}.`;
    return new FlorinError({ status: 0, code: 'network_error', detail, idempotencyKey: key }, { cause });
  }
}

/** Only these statuses are retried. A 409 is final, because the same request would fail again. */
const isTemporary = ({ status }: FlorinError) => status === 0 || status === 429 || status === 503;

function urlOf(baseUrl: string, path: string, query: CallParts['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${baseUrl}/api${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

function requestOf(
  { key: secret, account }: Connection,
  { method, body, key }: { method: string; body: unknown; key: string | undefined },
): RequestInit {
  return {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${secret}`,
      ...(account === undefined ? {} : { 'florin-account': account }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // The API never redirects. A redirect must not take the key or the body elsewhere.
    redirect: 'manual',
  };
}
