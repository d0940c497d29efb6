import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A finished request. */
export type Answered = {
  readonly request: FastifyRequest;
  readonly method: string;
  /** The route pattern, without any text from the client. */
  readonly route: string;
  /** `aborted`: the client disconnected before the response began. */
  readonly status: number | 'aborted';
  readonly ms: number;
  /** An event stream stays open as long as its page, so its duration is meaningless. */
  readonly isStream: boolean;
};

type Watcher = { readonly begins?: () => void; readonly ends: (answered: Answered) => void };

/** Calls the watchers at the start and at the end of every request, even if the connection is lost. */
export function watchRequests(http: FastifyInstance, watchers: readonly Watcher[]) {
  http.addHook('onRequest', (request, reply, done) => {
    for (const { begins } of watchers) begins?.();
    // The only event that occurs exactly once for every request.
    reply.raw.once('close', () => {
      const answered = answeredOf(request, reply);
      for (const { ends } of watchers) ends(answered);
    });
    done();
  });
}

const answeredOf = (request: FastifyRequest, reply: FastifyReply): Answered => ({
  request,
  method: request.method,
  route: routeOf(request.routeOptions.url),
  status: reply.raw.headersSent ? reply.raw.statusCode : 'aborted',
  ms: reply.elapsedTime,
  isStream: String(reply.raw.getHeader('content-type') ?? '').startsWith('text/event-stream'),
});

/** Groups files, pages and unknown addresses as one route: they have many names, some invented by clients. */
export function routeOf(pattern: string | undefined): string {
  if (pattern === undefined) return 'other';
  if (pattern.startsWith('/api/docs')) return '/api/docs';
  return /^\/(api\/|healthz$|readyz$)/.test(pattern) ? pattern : 'other';
}
