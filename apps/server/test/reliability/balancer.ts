import { once } from 'node:events';
import {
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

type Node = { readonly origin: string; isReady: boolean };

const checkEveryMs = 50;
const keepAliveMs = 60_000;

/**
 * Starts a typical load balancer. The balancer polls the nodes' readiness and keeps connections open. If a node refuses
 * the connection, the balancer tries another one, because nothing was sent. All other failures are answered with 502
 * and their cause.
 */
export async function startBalancer(origins: readonly string[]) {
  const nodes: Node[] = origins.map((origin) => ({ origin, isReady: true }));
  // A connection that the node is about to close for idleness is not used again.
  const agent = new Agent({ keepAlive: true, timeout: keepAliveMs });
  const closing = new AbortController();
  for (const node of nodes) void watch(node, closing.signal);
  const server = createServer((asked, answer) => forward(asked, answer, agent, rotated(nodes)));
  server.keepAliveTimeout = keepAliveMs;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when the balancer has seen that this node is ready. */
    untilReady: async (node: string) => {
      while (!nodes.some(({ origin, isReady }) => origin === node && isReady)) await sleep(checkEveryMs);
    },
    close: async () => {
      closing.abort();
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** One check after the other, so that no late response replaces a newer one. */
async function watch(node: Node, closing: AbortSignal) {
  while (!closing.aborted) {
    await check(node);
    await sleep(checkEveryMs);
  }
}

/**
 * Checks a node. Without a response within a second the state does not change, because a busy node is not a stopped
 * node.
 */
async function check(node: Node) {
  const signal = AbortSignal.timeout(1_000);
  const answer = await fetch(`${node.origin}/readyz`, { signal }).catch(() => undefined);
  if (answer !== undefined || !signal.aborted) node.isReady = answer?.ok === true;
}

/** Returns the ready nodes, rotated by one for each call; all nodes if none is ready. */
let turn = 0;
function rotated(nodes: readonly Node[]): string[] {
  const ready = nodes.filter(({ isReady }) => isReady);
  const usable = ready.length > 0 ? ready : nodes;
  turn += 1;
  return usable.map((_, i) => usable[(i + turn) % usable.length]?.origin ?? '');
}

function forward(asked: IncomingMessage, answer: ServerResponse, agent: Agent, [origin, ...others]: string[]) {
  const { method = 'GET', url = '/', headers } = asked;
  const passing = request(`${origin}${url}`, { method, headers: withoutHop(headers), agent });
  passing.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED' && others.length > 0) return forward(asked, answer, agent, others);
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end(JSON.stringify({ detail: `${origin}: ${error.code} ${error.message}` }));
  });
  passing.once('response', (response) => {
    answer.writeHead(response.statusCode ?? 502, withoutHop(response.headers));
    answer.flushHeaders();
    response.pipe(answer);
    response.once('error', () => answer.destroy());
  });
  // Sends the body once the connection is open, so that a refused connection has read no part of the body.
  passing.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => asked.pipe(passing));
    else asked.pipe(passing);
  });
  answer.once('close', () => passing.destroy());
}

/** Removes the headers that belong to one connection only. */
function withoutHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _connection, 'keep-alive': _keepAlive, 'transfer-encoding': _framing, ...rest } = headers;
  return rest;
}
