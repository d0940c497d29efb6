import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from './pool.ts';

/** Nobody vouches for it, and it is of this test alone: made with `openssl req -x509`. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgr/Bo+lPdPrxizZTj
xEnhd1JBMYYRQ4SlLDXVARk9ubahRANCAAT8VPeCKBdF+jUYUOJ+yhZu2dEArhTS
T2bui27sHMGLwSLa9n6/FIdRWShdeu8YP8YYj+x+GWqykdiia0ntQAuX
-----END PRIVATE KEY-----
`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBgDCCASegAwIBAgIUeVhjrZl0yY8k4ikUKpWI5KGNU7EwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKZGIuZXhhbXBsZTAgFw0yNjExMjcxNDE3NDdaGA8yMTI2MTEw
MzE0MTc0N1owFTETMBEGA1UEAwwKZGIuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABPxU94IoF0X6NRhQ4n7KFm7Z0QCuFNJPZu6LbuwcwYvBItr2fr8U
h1FZKF167xg/xhiP7H4ZarKR2KJrSe1AC5ejUzBRMB0GA1UdDgQWBBQvEs6wZ7Uu
P0k+u1XTkucgZ8ZIkDAfBgNVHSMEGDAWgBQvEs6wZ7UuP0k+u1XTkucgZ8ZIkDAP
BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIFDLercyzJ8oSMVX7zW8
StT298WvQnxQJHe2fi+SaTIoAiAHXN8UbrDrARJSX0qmxMJgPzuhM27Aa2oXVFHv
FKuRWA==
-----END CERTIFICATE-----
`;

/** What PostgreSQL's clients ask first: may this be encrypted? */
const asksForTls = 80877103;

/** Stands between Florin and its database: says yes to TLS, shows its own certificate, and listens for the rest. */
const stranger = createServer((socket: Socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (asked) => {
    if (asked.readInt32BE(4) !== asksForTls) return void overheard.push(asked);
    socket.write('S');
    const encrypted = new TLSSocket(socket, { isServer: true, key, cert: certificate });
    encrypted.on('error', () => undefined);
    encrypted.on('data', (part: Buffer) => overheard.push(part));
  });
});
const overheard: Buffer[] = [];
beforeAll(async () => {
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
});
afterAll(() => void stranger.close());

const ask = async (sslmode: string) => {
  const { port } = stranger.address() as AddressInfo;
  const pool = openPool({ connectionString: `postgres://florin:secret@localhost:${port}/florin?sslmode=${sslmode}` });
  try {
    await pool.query('select 1');
  } finally {
    await pool.end();
  }
};

// Rules: asvs-12.3
test('sends no credentials to a database with an untrusted certificate', async () => {
  await expect(ask('verify-full')).rejects.toThrow(/self-signed certificate/);
  expect(overheard).toEqual([]);
});
