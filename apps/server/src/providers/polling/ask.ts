import { SourceFailure } from './source-failure.ts';

/** Many times the size of a response with a thousand coins. */
const maxJsonBytes = 8 * 1024 * 1024;
/** A longer Retry-After is cut to this time. */
const maxRetryAfterSeconds = 3600;

type Request = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/** Requests JSON. Throws `SourceFailure`. */
export async function askJson({ headers, ...request }: Request): Promise<unknown> {
  const text = await askText({ ...request, headers: { accept: 'application/json', ...headers } }, maxJsonBytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceFailure('the response is not JSON');
  }
}

/**
 * Requests UTF-8 text. Treats a redirect as a failure, because it could leak the key.
 *
 * @throws SourceFailure
 */
export async function askText({ url, headers, signal }: Request, maxBytes: number): Promise<string> {
  const request = { headers, redirect: 'error', signal } as const;
  const response = await fetch(url, request).catch((error: unknown) => fail(error, signal));
  if (!response.ok) {
    await response.body?.cancel();
    throw new SourceFailure(`status ${response.status}`, retryAfter(response));
  }
  return readText(response, signal, maxBytes);
}

async function readText(response: Response, signal: AbortSignal, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reading = async () => {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new SourceFailure(`the response is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  };
  await reading().catch((error: unknown) => fail(error, signal));
  return Buffer.concat(chunks).toString('utf8');
}

/** Uses only the error code, because the messages of `fetch` are vague and contain addresses. */
function fail(error: unknown, signal: AbortSignal): never {
  if (signal.aborted) throw signal.reason;
  if (error instanceof SourceFailure) throw error;
  throw new SourceFailure(`cannot connect (${codeOf(error) ?? 'the connection failed'})`);
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}

/** Parses Retry-After, in seconds or as a date. Returns `undefined` without a rate limit or a requested wait. */
function retryAfter({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const text = headers.get('retry-after');
  const seconds = /^\d+$/.test(text ?? '') ? Number(text) : (Date.parse(text ?? '') - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return status === 429 ? 0 : undefined;
  return Math.min(Math.max(seconds, 0), maxRetryAfterSeconds);
}
