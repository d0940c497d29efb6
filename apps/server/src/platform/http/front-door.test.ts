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
  admission = openAdmission({ most: 4, least: 4 });
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

/** Of six at once of one asker two are let in and wait; they fill half of a room for four. The first that is not. */
const turnedAway = (headers: Record<string, string>) =>
  Promise.race(Array.from({ length: 6 }, () => ask('/api/waits', headers)));

const ines = { authorization: 'Bearer ines' };

describe('a call that is one too many', () => {
  test('is told so in the contract’s words, and when to come back', async () => {
    const answer = await turnedAway(ines);
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

  test('keeps nobody else out, nor the pages and the health of the server', async () => {
    await turnedAway(ines);
    expect((await ask('/healthz', ines)).statusCode).toBe(200);
    const jonas = ask('/api/waits', { authorization: 'Bearer jonas' });
    open();
    expect((await jonas).statusCode).toBe(200);
  });

  test.each(['/%61pi/waits', 'http://florin.example/api/waits', '/a%70i/waits?x=/'])(
    'counts however its address is written: %s',
    async (path) => {
      for (let i = 0; i < 2; i++) void ask(path, ines);
      const inFlight = () => admission.figures().inFlight;
      await expect.poll(inFlight).toBe(2);
      expect((await ask('/api/waits', ines)).statusCode).toBe(503);
      expect((await ask('/healthz', ines)).statusCode).toBe(200);
    },
  );

  test('counts for the address that a trusted proxy names, where nobody is signed in', async () => {
    const near = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
    await turnedAway(near);
    const far = ask('/api/waits', { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' });
    open();
    expect((await far).statusCode).toBe(200);
  });

  test('closes its connection rather than read a long body', async () => {
    await turnedAway(ines);
    const long = await ask('/api/takes', { ...ines, 'content-type': 'application/json' }, 'x'.repeat(100_000));
    expect([long.statusCode, long.headers.connection]).toEqual([503, 'close']);
  });
});

test('what is no HTTP is answered with the headers of every answer', async () => {
  const { port } = http.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.end('this is no HTTP\r\n\r\n');
  const [head = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(head).toContain('strict-transport-security: max-age=63072000; includeSubDomains');
  expect(head).toContain("content-security-policy: default-src 'none'");
});

describe('a connection whose request does not arrive in time', () => {
  /** Sends this, reports the timeout, and returns the answer. */
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

  test('gets status 408, after which a browser repeats its request', async () => {
    const [head = '', body = ''] = (await answerTo('GET /healthz HTTP/1.1\r\nhost: florin')).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(head).toContain('connection: close');
    expect(errorBody.parse(JSON.parse(body)).code).toBe('request_too_slow');
  });

  // A browser that connects ahead would take an answer for the answer to its next request.
  test('is closed without an answer where the client has sent nothing', async () => {
    expect(await answerTo('')).toBe('');
  });
});

test('a stream that has begun takes no place', async () => {
  for (let i = 0; i < 8; i++) void ask('/api/streams', ines);
  const waits = ask('/api/waits', ines);
  await expect.poll(async () => (await ask('/healthz')).statusCode).toBe(200);
  open();
  expect((await waits).statusCode).toBe(200);
});

test('a caller who goes away gives the place back', async () => {
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

test('a server that drains closes each connection with its answer', async () => {
  expect((await ask('/healthz', { connection: 'keep-alive' })).headers.connection).toBe('keep-alive');
  drain.begin();
  const answer = await ask('/healthz', { connection: 'keep-alive' });
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
});
