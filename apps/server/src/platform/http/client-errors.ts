import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { refusalStatus, type ErrorBody, type RefusalCode } from '@florin/contract';

/**
 * What comes in over a connection and is no HTTP. No request begins, so that neither route nor error handler hears of
 * it; whoever sent it is answered as for any other mistake, and the connection ends.
 */
export const clientErrors =
  (headers: Readonly<Record<string, string>>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [code, detail]: [RefusalCode, string] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? ['body_too_large', 'The request is too large.']
        : ['malformed_body', 'This is not a request that can be read.'];
    const body = JSON.stringify({ detail, code, request_id: randomUUID() } satisfies ErrorBody);
    const head = [
      `HTTP/1.1 ${refusalStatus[code]} ${code === 'body_too_large' ? 'Payload Too Large' : 'Bad Request'}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  };
