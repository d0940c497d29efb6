import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const wellFormed = /^[\w.-]{8,64}$/;

/**
 * What a request is called in the log, in the answer's X-Request-Id and in the body of an error. A proxy in front that is
 * believed may have named it already, so that its log and ours have the same name; from anybody else the header says nothing.
 */
export const requestIds =
  (trustedProxies: number) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = headers['x-request-id'];
    return trustedProxies > 0 && typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
  };
