import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type ListenOptions } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { clamdScan } from './clamd.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Speaks as clamd does, and finds what `answer` says in what it was sent. */
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
  closing.push(() => server.close());
  return server;
}

async function scan(answer: (content: Buffer) => string) {
  const server = await daemon(answer);
  return clamdScan({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
}

const pdf = Buffer.from('%PDF-1.7 …');

test('what it finds is told, and nothing where it finds nothing', async () => {
  const look = await scan((content) =>
    content.includes('EICAR') ? 'stream: Win.Test.EICAR_HDB-1 FOUND\0' : `stream: OK\0`,
  );
  expect(await look(pdf)).toBeUndefined();
  expect(await look(Buffer.from('X5O!P%@AP EICAR'))).toBe('Win.Test.EICAR_HDB-1');
});

test('every byte of five megabytes is sent, through a socket in the file system as well', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-clamd-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const socket = path.join(folder, 'clamd.ctl');
  const content = Buffer.alloc(5_000_000, 'abcdefg');
  await daemon((sent) => (sent.equals(content) ? 'stream: OK\0' : 'stream: something else FOUND\0'), { path: socket });
  expect(await clamdScan({ path: socket })(content)).toBeUndefined();
});

test.each([
  ['stream: Can’t allocate memory ERROR\0', 'clamd answered: '],
  ['INSTREAM size limit exceeded. ERROR\0', 'clamd answered: INSTREAM size limit exceeded. ERROR'],
  ['stream: OK', 'clamd hung up after: stream: OK'],
  ['', 'clamd hung up after: '],
  ['x'.repeat(10_000), 'clamd answered: xxx'],
])('an answer that says nothing of the file is none: %j', async (answer, said) => {
  await expect((await scan(() => answer))(pdf)).rejects.toThrow(said);
});

test('where nobody listens it throws', async () => {
  const server = await daemon(() => '');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  await expect(clamdScan({ host: '127.0.0.1', port })(pdf)).rejects.toThrow('ECONNREFUSED');
});
