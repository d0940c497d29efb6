import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refusalStatus, type ErrorBody, type RefusalCode } from '@florin/contract';

/** Errors by the code that Node gives them. */
const known: Readonly<Record<string, readonly [RefusalCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['body_too_large', 'The request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_too_slow', 'The request took too long to arrive.'],
};

/**
 * Answers bytes that are not HTTP, and requests that do not arrive whole in time, and closes the connection. Routes and the
 * error handler never see them.
 *
 * Closes a connection without an answer where the client has sent nothing. Browsers connect ahead of their next request,
 * and would take an unrequested answer for the answer to that request.
 */
export const clientErrors =
  (headers: Readonly<Record<string, string>>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    const [code, detail] = known[error.code ?? ''] ?? ['malformed_body', 'This is not a request that can be read.'];
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
