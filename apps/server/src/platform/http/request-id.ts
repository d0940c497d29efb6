import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const wellFormed = /^[\w.-]{8,64}$/;

/**
 * Returns the request's id for the log, the X-Request-Id header and error bodies. Uses the id of a trusted proxy, so that
 * both logs have the same id. Ignores the header from other senders.
 */
export const requestIds =
  (trustedProxies: number) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = headers['x-request-id'];
    return trustedProxies > 0 && typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
  };
