import type { FastifyInstance } from 'fastify';

/** Returns a `fetch` that calls the server without a socket. */
export const fetchThrough = (http: FastifyInstance) => async (url: string, init: RequestInit) => {
  const answer = await http.inject({
    method: (init.method ?? 'GET') as 'GET',
    url,
    headers: init.headers as Record<string, string>,
    ...(typeof init.body === 'string' ? { payload: init.body } : {}),
  });
  return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
  });
};
