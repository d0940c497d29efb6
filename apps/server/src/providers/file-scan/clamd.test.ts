import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type ListenOptions } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { clamdScan } from './clamd.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((close) => close()));

/** Starts a server that speaks clamd's protocol and replies with the result of `answer`. */
async function daemon(answer: (content: Buffer) => string, at: ListenOptions = { port: 0, host: '127.0.0.1' }) {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const command = 'zINSTREAM\0'.length;
      if (received.length < command + 4) return;
      const length = received.readUInt32BE(command);
      const content = received.subarray(command + 4, command + 4 + length);
      if (received.length < command + 4 + length + 4) return;
      if (received.toString('latin1', 0, command) !== 'zINSTREAM\0') socket.end('UNKNOWN COMMAND\0');
      else if (received.readUInt32BE(command + 4 + length) !== 0) socket.end('more than one part\0');
      else socket.end(answer(content));
    });
  });
  server.listen(at);
  await once(server, 'listening');
  cleanups.push(() => server.close());
  return server;
}

async function scan(answer: (content: Buffer) => string) {
  const server = await daemon(answer);
  return clamdScan({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
}

const pdf = Buffer.from('%PDF-1.7 …');

test('returns the name of a found virus, and nothing for a clean file', async () => {
  const scanFile = await scan((content) =>
    content.includes('EICAR') ? 'stream: Win.Test.EICAR_HDB-1 FOUND\0' : `stream: OK\0`,
  );
  expect(await scanFile(pdf)).toBeUndefined();
  expect(await scanFile(Buffer.from('X5O!P%@AP EICAR'))).toBe('Win.Test.EICAR_HDB-1');
});

test('sends all five megabytes of a file to clamd through a Unix socket', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-clamd-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const socket = path.join(folder, 'clamd.ctl');
  const content = Buffer.alloc(5_000_000, 'abcdefg');
  await daemon((sent) => (sent.equals(content) ? 'stream: OK\0' : 'stream: something else FOUND\0'), { path: socket });
  expect(await clamdScan({ path: socket })(content)).toBeUndefined();
});

test.each([
  ['stream: Can’t allocate memory ERROR\0', 'clamd answered: '],
  ['INSTREAM size limit exceeded. ERROR\0', 'clamd answered: INSTREAM size limit exceeded. ERROR'],
  ['stream: OK', 'clamd closed the connection after: stream: OK'],
  ['', 'clamd closed the connection after: '],
  ['x'.repeat(10_000), 'clamd answered: xxx'],
])('rejects the unexpected clamd response %j', async (answer, said) => {
  await expect((await scan(() => answer))(pdf)).rejects.toThrow(said);
});

test('rejects a scan when clamd is not running', async () => {
  const server = await daemon(() => '');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  await expect(clamdScan({ host: '127.0.0.1', port })(pdf)).rejects.toThrow('ECONNREFUSED');
});
