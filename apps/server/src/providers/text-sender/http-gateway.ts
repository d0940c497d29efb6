import type { TextSender } from './text-sender.ts';

/** A gateway that falls silent ends the attempt, well before the queue would let another node try. */
const timeoutMs = 15_000;

/**
 * Posts each message as JSON `{to, text}` to a gateway, with its id as `Idempotency-Key`. Any status but 2xx is an error;
 * a redirect is one, too, as it would take the token elsewhere. Errors name neither the number, the text nor the token.
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

/** `fetch failed` says nothing; its cause does, with a code such as ECONNREFUSED where it came from the network. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.name;
  return 'code' in cause ? String(cause.code) : cause.message;
}
