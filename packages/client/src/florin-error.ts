/** A call that failed. */
export class FlorinError extends Error {
  override readonly name = 'FlorinError';
  /** The HTTP status. 0 if no response arrived. */
  readonly status: number;
  /**
   * The error code of the API, such as `insufficient_balance`. `network_error` if no response arrived, and `http_error`
   * for a response that is not from Florin, such as a proxy's page.
   */
  readonly code: string;
  /** The explanation for people. */
  readonly detail: string;
  /** The id of the request in the server's log. Undefined if no response from Florin arrived. */
  readonly requestId: string | undefined;
  /** A message for each invalid field of the body or query. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * The key of the submission. Undefined for reads. Pass this key to the next attempt, so the money moves at most once.
   */
  readonly idempotencyKey: string | undefined;
  /** The seconds that the server asked to wait, at least 0. Undefined if the server asked for no wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor(parts: FlorinErrorParts, options?: { cause?: unknown }) {
    super(`${parts.detail} (${parts.code}, status ${parts.status})`, options);
    this.status = parts.status;
    this.code = parts.code;
    this.detail = parts.detail;
    this.requestId = parts.requestId;
    this.fields = parts.fields ?? {};
    this.idempotencyKey = parts.idempotencyKey;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

export type FlorinErrorParts = {
  status: number;
  code: string;
  detail: string;
  requestId?: string | undefined;
  fields?: Readonly<Record<string, string>> | undefined;
  idempotencyKey?: string | undefined;
  retryAfterSeconds?: number | undefined;
};

/** Reads the error body of a response. A body in any other form becomes an `http_error`. */
export function errorOf(
  status: number,
  text: string,
  others: Pick<FlorinErrorParts, 'idempotencyKey' | 'retryAfterSeconds'>,
): FlorinError {
  const body = parsed(text);
  const code = stringIn(body, 'code');
  const detail = stringIn(body, 'detail') ?? `The server answered with HTTP status ${status}.`;
  const requestId = stringIn(body, 'request_id');
  return new FlorinError({ status, code: code ?? 'http_error', detail, requestId, fields: fieldsIn(body), ...others });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function valueIn(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined;
}

function stringIn(body: unknown, name: string): string | undefined {
  const value = valueIn(body, name);
  return typeof value === 'string' ? value : undefined;
}

function fieldsIn(body: unknown): Record<string, string> {
  const fields = valueIn(body, 'fields');
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
