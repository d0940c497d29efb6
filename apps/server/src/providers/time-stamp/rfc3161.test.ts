import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTimeStampServer, type Fault } from '../../../test/time-stamp-server.ts';
import { requestTimeStamp } from './rfc3161.ts';

let server: Awaited<ReturnType<typeof startTimeStampServer>>;
beforeAll(async () => (server = await startTimeStampServer()));
afterAll(() => server.close());

const bytes = Buffer.from('a signature');

test('returns a time stamp of the given bytes', async () => {
  const { token, at } = await requestTimeStamp(server.url, bytes);
  expect(token.contentType).toBe('1.2.840.113549.1.7.2');
  expect(Math.abs(Date.now() - +at)).toBeLessThan(60_000);
});

test.each<[Fault, RegExp]>([
  ['refuses', /refuses with status 2/],
  ['fails', /answers 500/],
  ['other bytes', /about another request/],
  ['other nonce', /about another request/],
  ['forged', /signature of the time stamp is wrong/],
  ['too large', /answers more than 65536 bytes/],
  ['no time stamp', /something else than a time stamp/],
])('rejects the answer of a time stamp server: %s', async (fault, message) => {
  server.failWith(fault);
  await expect(requestTimeStamp(server.url, bytes)).rejects.toThrow(message);
});

test('rejects a time stamp server that is down', async () => {
  await expect(requestTimeStamp('http://127.0.0.1:1/', bytes)).rejects.toThrow('fetch failed');
});
