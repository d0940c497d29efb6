import { SourceFailure } from './price-source.ts';

/** Prices of some thousand coins fit in it many times. */
const mostBytes = 8 * 1024 * 1024;
/** A source that asks for more is asked again after this. */
const longestRetryAfterSeconds = 3600;

type Question = { readonly url: URL; readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal };

/**
 * Asks for JSON. A redirect counts as a failure: it would take the key somewhere else.
 *
 * @throws SourceFailure
 */
export async function askJson({ url, headers, signal }: Question): Promise<unknown> {
  const request = { headers: { accept: 'application/json', ...headers }, redirect: 'error', signal } as const;
  const response = await fetch(url, request).catch((error: unknown) => fail(error, signal));
  if (!response.ok) {
    await response.body?.cancel();
    throw new SourceFailure(`it answered ${response.status}`, retryAfter(response));
  }
  const text = await readText(response, signal);
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceFailure('its answer is not JSON');
  }
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reading = async () => {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw new SourceFailure(`its answer is larger than ${mostBytes} bytes`);
      chunks.push(chunk);
    }
  };
  await reading().catch((error: unknown) => fail(error, signal));
  return Buffer.concat(chunks).toString('utf8');
}

/** What `fetch` throws says little and names addresses; its cause has a code. */
function fail(error: unknown, signal: AbortSignal): never {
  if (signal.aborted) throw signal.reason;
  if (error instanceof SourceFailure) throw error;
  throw new SourceFailure(`it cannot be reached (${codeOf(error) ?? 'the connection failed'})`);
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}

/** Seconds or a date. `undefined` unless the source has been asked too often or asks for patience. */
function retryAfter({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const text = headers.get('retry-after');
  const seconds = /^\d+$/.test(text ?? '') ? Number(text) : (Date.parse(text ?? '') - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return status === 429 ? 0 : undefined;
  return Math.min(Math.max(seconds, 0), longestRetryAfterSeconds);
}
