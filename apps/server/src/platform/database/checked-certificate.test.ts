import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from './pool.ts';

/** A self-signed key pair for this test only, created with `openssl req -x509`. */
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

/** The code of PostgreSQL's SSLRequest, which clients send first. */
const sslRequestCode = 80877103;

/** A man in the middle: accepts TLS, shows its own certificate, and records everything it receives. */
const attacker = createServer((socket: Socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (request) => {
    if (request.readInt32BE(4) !== sslRequestCode) return void received.push(request);
    socket.write('S');
    const encrypted = new TLSSocket(socket, { isServer: true, key, cert: certificate });
    encrypted.on('error', () => undefined);
    encrypted.on('data', (part: Buffer) => received.push(part));
  });
});
const received: Buffer[] = [];
beforeAll(async () => {
  attacker.listen(0, '127.0.0.1');
  await once(attacker, 'listening');
});
afterAll(() => void attacker.close());

const ask = async (sslmode: string) => {
  const { port } = attacker.address() as AddressInfo;
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
  expect(received).toEqual([]);
});
