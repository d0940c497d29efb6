import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refusalStatus, type ErrorBody, type RefusalCode } from '@florin/contract';

/** Sentences by the error code of Node. */
const known: Readonly<Record<string, readonly [RefusalCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['body_too_large', 'The request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_too_slow', 'The request took too long to arrive.'],
};

/**
 * Answers requests that are not valid HTTP or do not arrive in time, and closes the connection. Such requests never reach
 * the routes or the error handler.
 *
 * Closes a connection without a response if the client has sent nothing. Browsers open connections before they need them,
 * and would take the response for the response to their next request.
 */
export const clientErrors =
  (headers: Readonly<Record<string, string>>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    const [code, detail] = known[error.code ?? ''] ?? ['malformed_body', 'The request is not valid HTTP.'];
    const status = refusalStatus[code];
    const body = JSON.stringify({ detail, code, request_id: randomUUID() } satisfies ErrorBody);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  };
