import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHttpServer } from './server.ts';

/** Returns the caller's address as the server determines it from X-Forwarded-For. */
async function addressBehind(trustedProxies: number, forwardedFor: string) {
  const http = await createHttpServer({
    logger: pino({ level: 'silent' }),
    publicUrl: 'https://florin.example',
    trustedProxies,
  });
  http.get('/', async (request) => request.ip);
  const answer = await http.inject({
    url: '/',
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-for': forwardedFor },
  });
  await http.close();
  return answer.body;
}

// Rules: security-41
test.each([
  { trusted: 0, says: '203.0.113.9', believed: '10.0.0.1' },
  { trusted: 1, says: '203.0.113.9', believed: '203.0.113.9' },
  { trusted: 1, says: '198.51.100.1, 203.0.113.9', believed: '203.0.113.9' },
  { trusted: 2, says: '198.51.100.1, 203.0.113.9, 192.0.2.7', believed: '203.0.113.9' },
])(
  'with $trusted trusted proxies, X-Forwarded-For "$says" gives the address $believed',
  async ({ trusted, says, believed }) => {
    expect(await addressBehind(trusted, says)).toBe(believed);
  },
);
