import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Systems give ports from 32768 to other servers and to outgoing connections, so a port below is still free when the
 * product listens.
 */
const [lowest, highest] = [10_000, 32_767];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest + 1));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening'); // throws the error of a port in use
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
