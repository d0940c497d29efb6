import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { openAdmission } from './platform/http/admission.ts';
import { openDrain } from './platform/http/drain.ts';
import { onlyKnownHosts } from './platform/http/known-hosts.ts';
import { createHttpServer } from './platform/http/server.ts';

type EdgeConfig = Pick<Config, 'mode' | 'brand' | 'host' | 'publicUrl' | 'trustedProxies' | 'requestLog'>;

/** Creates the HTTP server without routes, with its admission control and its drain state. */
export async function openEdge(config: EdgeConfig, logger: FastifyBaseLogger) {
  const { mode, host, publicUrl, trustedProxies, requestLog: logging } = config;
  const [admission, drain] = [openAdmission(), openDrain()];
  // A sandbox shows all mails without a session, so only known host names are allowed.
  const assertKnownHost = mode === 'sandbox' ? onlyKnownHosts([host, new URL(publicUrl).hostname]) : undefined;
  const edge = {
    logger,
    brand: config.brand.name,
    publicUrl,
    trustedProxies,
    admission,
    drain,
    logging,
    assertKnownHost,
  };
  return { http: await createHttpServer(edge), admission, drain };
}
