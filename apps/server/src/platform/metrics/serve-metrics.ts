import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { collectDefaultMetrics } from 'prom-client';
import { registry } from './registry.ts';

type Serving = {
  readonly host: string;
  readonly port: number;
  /** Updates the metrics that change without an event. Must not wait for anything outside this process. */
  readonly refresh: () => void;
};

let isProcessMeasured = false;

/**
 * Serves only GET /metrics, on a separate port, so that a proxy of the public port cannot expose it by mistake
 * (docs/decisions/0027-separate-metrics-port.md).
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

/** Closes open connections too: Prometheus keeps its connection open, which would keep the process running. */
async function closeNow(server: Server) {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
