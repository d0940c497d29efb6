import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { httpWitness } from './http-witness.ts';

test('an endless answer of a witness is not read to its end', async () => {
  const server = createServer((_, response) => {
    const write = () => {
      while (!response.destroyed && response.write('a'.repeat(64_000)));
    };
    response.on('drain', write);
    write();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const { addCheckpoint } = httpWitness('a key', new URL(`http://127.0.0.1:${port}`));
  await expect(addCheckpoint('old 0')).rejects.toThrow('it answers more than 10000 bytes');
});
