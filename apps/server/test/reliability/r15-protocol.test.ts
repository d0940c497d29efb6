import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test-app.ts';
import { reportFigures } from './figures.ts';
import { readError } from './fuzz/expect-answer.ts';

/** R15: broken or unusual HTTP over a real connection. The framework never sees some of these requests. */
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
/**
 * Longer than the server accepts, but short enough to be read at once, so that the answer is not lost with the
 * connection.
 */
const long = 'x'.repeat(40_000);
const chunk = (content: string) => `${content.length.toString(16)}\r\n${content}\r\n`;

const strange: Record<string, string> = {
  'a line that is not a request': 'garbage\r\n\r\n',
  'a TLS greeting': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n',
  'an unknown method': 'FOO /api/auth/me HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n',
  'an unknown HTTP version': 'GET /api/auth/me HTTP/9.9\r\nhost: 127.0.0.1\r\n\r\n',
  'a header with a control character': 'GET /api/auth/me HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: \u0001\r\n\r\n',
  'a header without a colon': 'GET /api/auth/me HTTP/1.1\r\nhost: 127.0.0.1\r\nnonsense\r\n\r\n',
  'headers that are too long': `GET /api/auth/me HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: ${long}\r\n\r\n`,
  'an address that is too long': `GET /api/${long} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`,
  'an address with NUL': 'GET /api/a\u0000b HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n',
  'a lone surrogate in the address': 'GET /api/%ED%A0%80 HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n',
  'two lengths': post('content-length: 2\r\ncontent-length: 3', '{}'),
  'a length and chunks': post('content-length: 2\r\ntransfer-encoding: chunked', '{}'),
  'a negative length': post('content-length: -1'),
  'a chunk without a length': post(`${json}transfer-encoding: chunked`, 'zz\r\n{}\r\n0\r\n\r\n'),
  'chunks beyond the size limit': post(`${json}transfer-encoding: chunked`, `${chunk(long)}0\r\n\r\n`),
  'a body for an unknown host': `POST /api/auth/login HTTP/1.1\r\nhost: x\r\n${json}transfer-encoding: chunked\r\n\r\n${chunk(long)}0\r\n\r\n`,
  'a body with a content encoding': post(
    `${json}content-encoding: gzip\r\ncontent-length: 2\r\nconnection: close`,
    '{}',
  ),
};

test.each(Object.entries(strange))('%s is rejected with an error of the contract', async (_title, sent) => {
  const { status = 0, ...answer } = await exchange(sent);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  readError({ status, ...answer });
});

test('a body of ten megabytes ends the connection', async () => {
  const megabyte = chunk('x'.repeat(1_000_000));
  const { status } = await exchange(post(`${json}transfer-encoding: chunked`, `${megabyte.repeat(10)}0\r\n\r\n`));
  expect([413, undefined]).toContain(status);
});

test('the server answers a valid request after broken requests', async () => {
  const { status } = await exchange('GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n');
  expect(status).toBe(200);
  reportFigures('R15', { 'kinds of broken HTTP': Object.keys(strange).length });
});

/**
 * Sends the raw text and reads until the connection closes. Returns no status if the connection closed without an
 * answer.
 */
async function exchange(sent: string) {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes));
  socket.on('error', () => undefined); // the server may close before everything is sent
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
