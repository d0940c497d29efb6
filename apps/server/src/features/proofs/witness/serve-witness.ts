import type { FastifyInstance } from 'fastify';
import type { Pool } from '../../../platform/database/pool.ts';
import type { Vault } from '../../../platform/vault.ts';
import { addCheckpoint } from './add-checkpoint.ts';
import { readWitnessKey } from './witness-key.ts';

const maxBytes = 64_000;

type Dependencies = { readonly pool: Pool; readonly vault: Vault };

/**
 * Serves the witness of other logs at /witness/add-checkpoint. Without a witnessed log, the witness rejects every log
 * as unknown.
 */
export async function serveWitness(http: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: maxBytes },
      async (_request: unknown, text: string) => text,
    );
    scope.post('/witness/add-checkpoint', async ({ body }, reply) => {
      const witness = await readWitnessKey(dependencies);
      const {
        status,
        text,
        type = 'text/plain; charset=utf-8',
      } = witness && typeof body === 'string'
        ? await addCheckpoint(dependencies.pool, witness, body)
        : { status: 404, text: 'unknown log\n' };
      return reply.code(status).type(type).send(text);
    });
  });
}
