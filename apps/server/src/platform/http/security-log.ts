import type { Endpoint } from '@florin/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once that is known. */
    memberId: string | null;
    /** The code of the refusal, where it was one. */
    refusedWith: string | null;
  }
}

/** PostgreSQL quotes the row or the value that it refuses, and so what somebody wrote: for the logger's `redact`. */
export const quotedRows = { paths: ['err.detail', 'err.aggregateErrors[*].detail'], remove: true };

export function decorateForLog(http: FastifyInstance) {
  http.decorateRequest('memberId', null);
  http.decorateRequest('refusedWith', null);
}

/** Statuses that tell of somebody who tries what is not theirs, or too often. */
const telling: ReadonlySet<number> = new Set([401, 403, 404, 429]);

/**
 * One line for each change, sign-in and refusal that tells something: who, from where, what, and how it ended. It names
 * the call by its pattern and nothing that came with it: no body, no parameter, no token, no address of a person.
 */
export function logCall({ method, path, movesMoney = false }: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode: status } = reply;
  if (method === 'GET' && !telling.has(status)) return;
  request.log.info(
    {
      event: 'call',
      call: `${method} ${path}`,
      money: movesMoney,
      status,
      refusal: request.refusedWith,
      member: request.memberId,
      ip: request.ip,
      ms: Math.round(reply.elapsedTime),
    },
    'a call was answered',
  );
}
