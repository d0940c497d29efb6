import type { TextSender } from './text-sender.ts';

/** Well below the time after which the queue allows another node to retry. */
const timeoutMs = 15_000;

/**
 * Posts each message as JSON `{to, text}` to a gateway, with its id as `Idempotency-Key`. Throws on any status other than
 * 2xx. Does not follow redirects, which could leak the token. Errors never contain the number, the text or the token.
 */
export const httpTextGateway = ({ url, token }: { url: URL; token: string | undefined }): TextSender => ({
  async send({ id, to, text }) {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ to, text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new Error(`the text gateway cannot be reached: ${reasonOf(error)}`);
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the text gateway answered ${response.status}`);
  },
});

/** Returns the cause of a failed `fetch`, such as ECONNREFUSED. The error's own message says only `fetch failed`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.name;
  return 'code' in cause ? String(cause.code) : cause.message;
}
