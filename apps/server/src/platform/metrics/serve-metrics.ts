import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { collectDefaultMetrics } from 'prom-client';
import { registry } from './registry.ts';

type Serving = {
  readonly host: string;
  readonly port: number;
  /** Brings up to date what is only looked at when somebody asks. Does not wait for anything outside this process. */
  readonly refresh: () => void;
};

let isProcessMeasured = false;

/**
 * Serves GET /metrics on a port of its own and nothing else, so that no proxy in front of the public port can let it out
 * by mistake (docs/decisions/0027-separate-metrics-port.md).
 */
export async function serveMetrics({ host, port, refresh }: Serving) {
  if (!isProcessMeasured) collectDefaultMetrics({ register: registry });
  isProcessMeasured = true;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    refresh();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.requestTimeout = 10_000;
  server.listen({ host, port });
  await once(server, 'listening');
  return { port: portOf(server), stop: () => closeNow(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Whoever scrapes keeps its connection open, and would keep the process. */
async function closeNow(server: Server) {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
