import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { errorBody } from '@florin/contract';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openAdmission, type Admission } from './admission.ts';
import { openDrain, type Drain } from './drain.ts';
import { answersForLong } from './front-door.ts';
import { createHttpServer } from './server.ts';

let http: Awaited<ReturnType<typeof createHttpServer>>;
let drain: Drain;
let admission: Admission;
let open: () => void;
beforeEach(async () => {
  drain = openDrain();
  admission = openAdmission({ maximum: 4, minimum: 4 });
  http = await createHttpServer({
    logger: pino({ level: 'silent' }),
    publicUrl: 'https://florin.example',
    trustedProxies: 1,
    admission,
    drain,
  });
  const opened = new Promise<void>((resolve) => (open = resolve));
  http.get('/api/waits', async () => (await opened, 'done'));
  http.get('/api/streams', async (_request, reply) => {
    answersForLong(reply.raw);
    await opened;
    return 'done';
  });
  http.post('/api/takes', async () => (await opened, 'done'));
  http.get('/healthz', async () => 'ok');
  await http.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  open();
  await http.close();
});

async function ask(path: string, headers: Record<string, string> = {}, body = ''): Promise<IncomingMessage> {
  const { port } = http.server.address() as AddressInfo;
  const asked = request({ port, host: '127.0.0.1', path, headers, method: body === '' ? 'GET' : 'POST', agent: false });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return answer;
}

/** Returns the first rejection of six concurrent calls. Two calls, half of the limit of four, are admitted and wait. */
const rejection = (headers: Record<string, string>) =>
  Promise.race(Array.from({ length: 6 }, () => ask('/api/waits', headers)));

const ines = { authorization: 'Bearer ines' };

describe('a call beyond the limit', () => {
  test('responds 503 with an error of the contract and Retry-After when all slots are taken', async () => {
    const answer = await rejection(ines);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers).toMatchObject({
      'retry-after': '1',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    });
    const body = errorBody.parse(JSON.parse(await text(answer)));
    expect(body).toMatchObject({ code: 'busy', request_id: answer.headers['x-request-id'] });
  });

  test('does not block other callers or health checks when one caller floods the server', async () => {
    await rejection(ines);
    expect((await ask('/healthz', ines)).statusCode).toBe(200);
    const jonas = ask('/api/waits', { authorization: 'Bearer jonas' });
    open();
    expect((await jonas).statusCode).toBe(200);
  });

  test.each(['/%61pi/waits', 'http://florin.example/api/waits', '/a%70i/waits?x=/'])(
    'counts a call with the unusual address %s',
    async (path) => {
      for (let i = 0; i < 2; i++) void ask(path, ines);
      const inFlight = () => admission.figures().inFlight;
      await expect.poll(inFlight).toBe(2);
      expect((await ask('/api/waits', ines)).statusCode).toBe(503);
      expect((await ask('/healthz', ines)).statusCode).toBe(200);
    },
  );

  test('limits unauthenticated callers by the address from a trusted proxy', async () => {
    const near = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
    await rejection(near);
    const far = ask('/api/waits', { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' });
    open();
    expect((await far).statusCode).toBe(200);
  });

  test('closes the connection of a rejected call with a long body', async () => {
    await rejection(ines);
    const long = await ask('/api/takes', { ...ines, 'content-type': 'application/json' }, 'x'.repeat(100_000));
    expect([long.statusCode, long.headers.connection]).toEqual([503, 'close']);
  });
});

test('sends the security headers in response to invalid HTTP', async () => {
  const { port } = http.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.end('this is not HTTP\r\n\r\n');
  const [head = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(head).toContain('strict-transport-security: max-age=63072000; includeSubDomains');
  expect(head).toContain("content-security-policy: default-src 'none'");
});

describe('a request that does not arrive in time', () => {
  /** Sends the text, simulates the timeout, and returns the response. */
  async function answerTo(sent: string): Promise<string> {
    const { port } = http.server.address() as AddressInfo;
    const arrived = once(http.server, 'connection') as Promise<[Socket]>;
    const socket = connect(port, '127.0.0.1');
    const [serversEnd] = await arrived;
    socket.write(sent);
    await expect.poll(() => serversEnd.bytesRead).toBe(sent.length);
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    http.server.emit('clientError', late, serversEnd);
    return text(socket);
  }

  test('responds 408 to a partial request, so that a browser sends it again', async () => {
    const [head = '', body = ''] = (await answerTo('GET /healthz HTTP/1.1\r\nhost: florin')).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(head).toContain('connection: close');
    expect(errorBody.parse(JSON.parse(body)).code).toBe('request_too_slow');
  });

  // A browser that preconnects would take a response for the response to its next request.
  test('closes an idle connection without a response when it times out', async () => {
    expect(await answerTo('')).toBe('');
  });
});

test('does not count an open event stream against the limit', async () => {
  for (let i = 0; i < 8; i++) void ask('/api/streams', ines);
  const waits = ask('/api/waits', ines);
  await expect.poll(async () => (await ask('/healthz')).statusCode).toBe(200);
  open();
  expect((await waits).statusCode).toBe(200);
});

test('frees the slots of a caller that disconnects', async () => {
  const { port } = http.server.address() as AddressInfo;
  for (let i = 0; i < 6; i++) {
    const asked = request({ port, host: '127.0.0.1', path: '/api/waits', headers: ines, agent: false });
    asked.on('error', () => undefined);
    asked.end();
    await once(asked, 'socket');
    asked.destroy();
  }
  const stays = ask('/api/waits', ines);
  open();
  await expect.poll(async () => (await ask('/api/waits', ines)).statusCode).toBe(200);
  await stays;
});

test('closes each connection after its response while draining', async () => {
  expect((await ask('/healthz', { connection: 'keep-alive' })).headers.connection).toBe('keep-alive');
  drain.begin();
  const answer = await ask('/healthz', { connection: 'keep-alive' });
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
});
