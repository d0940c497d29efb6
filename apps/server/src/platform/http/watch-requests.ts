import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A request that is over. */
export type Answered = {
  readonly request: FastifyRequest;
  readonly method: string;
  /** Its pattern, without anything that somebody wrote. */
  readonly route: string;
  /** `aborted`: whoever asked went away before there was an answer. */
  readonly status: number | 'aborted';
  readonly ms: number;
  /** An event stream lasts as long as a page is open: how long says nothing. */
  readonly isStream: boolean;
};

type Watcher = { readonly begins?: () => void; readonly ends: (answered: Answered) => void };

/** Tells of every request when it comes and when it is over, also of one that was cut off. */
export function watchRequests(http: FastifyInstance, watchers: readonly Watcher[]) {
  http.addHook('onRequest', (request, reply, done) => {
    for (const { begins } of watchers) begins?.();
    // The one event that comes exactly once, however a request ends.
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

/** Files, pages and addresses that there are not are one: their names are many, and some are made up by who asks. */
export function routeOf(pattern: string | undefined): string {
  if (pattern === undefined) return 'other';
  if (pattern.startsWith('/api/docs')) return '/api/docs';
  return /^\/(api\/|healthz$|readyz$)/.test(pattern) ? pattern : 'other';
}
