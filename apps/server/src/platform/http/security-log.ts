import { dryRunParameter, type Endpoint } from '@florin/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated member, once known. */
    memberId: string | null;
    /** The id of the caller's API key. */
    keyId: string | null;
    /** The refusal code, if the request was refused. */
    refusedWith: string | null;
  }
}

/** For the logger's `redact`: PostgreSQL quotes the row or value that it rejects, which may contain personal data. */
export const quotedRows = { paths: ['err.detail', 'err.aggregateErrors[*].detail'], remove: true };

export function decorateForLog(http: FastifyInstance) {
  http.decorateRequest('memberId', null);
  http.decorateRequest('keyId', null);
  http.decorateRequest('refusedWith', null);
}

/** Statuses that may show an attempt to use another member's data, or too many attempts. */
const suspicious: ReadonlySet<number> = new Set([401, 403, 404, 429]);

/**
 * Logs each change, each sign-in and each suspicious error: the member, the API key, the IP address, the call and the outcome. Names
 * the call by its pattern. Never logs a body, parameter, token or personal address.
 */
export function logCall({ method, path, movesMoney = false }: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode: status } = reply;
  if (method === 'GET' && !suspicious.has(status)) return;
  request.log.info(
    {
      event: 'call',
      call: `${method} ${path}`,
      money: movesMoney,
      ...(isDryRun(request) ? { dry_run: true } : {}),
      status,
      refusal: request.refusedWith,
      member: request.memberId,
      ...(request.keyId === null ? {} : { key: request.keyId }),
      ip: request.ip,
      ms: Math.round(reply.elapsedTime),
    },
    'a call was answered',
  );
}

const isDryRun = ({ query }: FastifyRequest) => (query as Record<string, unknown>)[dryRunParameter] === 'true';
