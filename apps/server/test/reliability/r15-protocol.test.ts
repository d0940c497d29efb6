import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test-app.ts';
import { tell } from './figures.ts';
import { readError } from './fuzz/expect-answer.ts';

/** R15: what is no HTTP, or HTTP as nobody writes it, over a real connection: the framework never sees some of it. */
let florin: TestApp;
let port: number;
beforeAll(async () => {
  florin = await createTestApp();
  await florin.app.http.listen({ port: 0, host: '127.0.0.1' });
  port = (florin.app.http.server.address() as AddressInfo).port;
});
afterAll(() => florin.close());

const post = (headers: string, body = '') =>
  `POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n\r\n${body}`;
const json = 'content-type: application/json\r\n';
/** More than is taken, and little enough to be read in one piece, so that the answer is not lost with the connection. */
const long = 'x'.repeat(40_000);
const chunk = (content: string) => `${content.length.toString(16)}\r\n${content}\r\n`;

const strange: Record<string, string> = {
  'a line that is no request': 'garbage\r\n\r\n',
  'a TLS greeting': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n',
  'a method that is none': 'FOO /api/auth/me HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n',
  'a version that is none': 'GET /api/auth/me HTTP/9.9\r\nhost: 127.0.0.1\r\n\r\n',
  'a header with a control character': 'GET /api/auth/me HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: \u0001\r\n\r\n',
  'a header without a colon': 'GET /api/auth/me HTTP/1.1\r\nhost: 127.0.0.1\r\nnonsense\r\n\r\n',
  'headers that are too long': `GET /api/auth/me HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: ${long}\r\n\r\n`,
  'an address that is too long': `GET /api/${long} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`,
  'an address with NUL': 'GET /api/a\u0000b HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n',
  'half a surrogate pair in the address': 'GET /api/%ED%A0%80 HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n',
  'two lengths': post('content-length: 2\r\ncontent-length: 3', '{}'),
  'a length and chunks': post('content-length: 2\r\ntransfer-encoding: chunked', '{}'),
  'a negative length': post('content-length: -1'),
  'a chunk of no length': post(`${json}transfer-encoding: chunked`, 'zz\r\n{}\r\n0\r\n\r\n'),
  'chunks of more than is taken': post(`${json}transfer-encoding: chunked`, `${chunk(long)}0\r\n\r\n`),
  'a body for a name that is not the server’s': `POST /api/auth/login HTTP/1.1\r\nhost: x\r\n${json}transfer-encoding: chunked\r\n\r\n${chunk(long)}0\r\n\r\n`,
  'a body that is said to be compressed': post(
    `${json}content-encoding: gzip\r\ncontent-length: 2\r\nconnection: close`,
    '{}',
  ),
};

test.each(Object.entries(strange))('%s is refused as any request is', async (_title, sent) => {
  const { status = 0, ...answer } = await exchange(sent);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  readError({ status, ...answer });
});

test('ten megabytes end the connection, answered or not', async () => {
  const megabyte = chunk('x'.repeat(1_000_000));
  const { status } = await exchange(post(`${json}transfer-encoding: chunked`, `${megabyte.repeat(10)}0\r\n\r\n`));
  expect([413, undefined]).toContain(status);
});

test('and whoever asks properly is answered afterwards', async () => {
  const { status } = await exchange('GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n');
  expect(status).toBe(200);
  tell('R15', { 'kinds of broken HTTP': Object.keys(strange).length });
});

/** Sends it as it is, and reads until the connection is closed; no status where that came first. */
async function exchange(sent: string) {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes));
  socket.on('error', () => undefined); // it may be closed while there is more to send
  socket.write(sent, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  const [head = '', ...rest] = Buffer.concat(received).toString().split('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1];
  return {
    status: status === undefined ? undefined : Number(status),
    type: /^content-type: (.+?)\r?$/im.exec(head)?.[1] ?? '',
    body: rest.join('\r\n\r\n'),
  };
}
