import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';

/** Stripe's largest events have about 100 KB. */
const maxEventBytes = 512 * 1024;

type Receiver = {
  readonly path: string;
  /** The header with the signature. */
  readonly header: string;
  /** @param body as it arrived, because the signature is over its bytes */
  readonly receive: (body: string, signature: string) => Promise<void>;
};

/**
 * Receives signed events of another server. Not part of the contract, because only the sending server calls this route.
 * An event is acknowledged after its effect; after any error the sender sends it again.
 */
export async function serveEvents(http: FastifyInstance, { path, header, receive }: Receiver): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: maxEventBytes },
      async (_request: unknown, text: string) => text,
    );
    scope.post(path, async ({ body, headers }, reply) => {
      const signature = headers[header];
      if (typeof body !== 'string' || typeof signature !== 'string')
        throw new Refusal('malformed_body', 'This is not a signed event.');
      await receive(body, signature);
      return reply.code(204).send();
    });
  });
}
