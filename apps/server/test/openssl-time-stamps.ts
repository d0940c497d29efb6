import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

const settings = `
[req]
distinguished_name = name
[name]
[tsa_certificate]
extendedKeyUsage = critical, timeStamping
[tsa]
serial = serial
default_policy = 1.3.6.1.4.1.99999.1
digests = sha256
signer_digest = sha256
ess_cert_id_alg = sha256
`;

/** Whether this machine has the program. */
export const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version']).toString().startsWith('OpenSSL');
  } catch {
    return false;
  }
})();

/** Starts a server for time stamps whose answers the program `openssl ts` makes. */
export async function startOpensslTimeStamps() {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-time-stamps-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  writeFileSync(path.join(folder, 'settings'), settings);
  writeFileSync(path.join(folder, 'serial'), '01\n');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'key.pem'];
  const certificate = ['-x509', '-subj', '/CN=Time stamps', '-days', '2', '-out', 'certificate.pem'];
  openssl('req', ...key, ...certificate, '-config', 'settings', '-extensions', 'tsa_certificate');
  const server = createServer((request, response) => {
    void buffer(request).then((query) => {
      writeFileSync(path.join(folder, 'query'), query);
      const signer = ['-signer', 'certificate.pem', '-inkey', 'key.pem'];
      openssl(
        'ts',
        '-reply',
        '-config',
        'settings',
        '-section',
        'tsa',
        '-queryfile',
        'query',
        ...signer,
        '-out',
        'answer',
      );
      response.setHeader('content-type', 'application/timestamp-reply').end(readFileSync(path.join(folder, 'answer')));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Returns the output of `openssl ts -verify` for a time stamp of these bytes. */
    verify: (bytes: Buffer, answer: Buffer): string => {
      writeFileSync(path.join(folder, 'stamped'), bytes);
      writeFileSync(path.join(folder, 'answer.tsr'), answer);
      const files = ['-data', 'stamped', '-in', 'answer.tsr', '-CAfile', 'certificate.pem'];
      return openssl('ts', '-verify', ...files).toString();
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
