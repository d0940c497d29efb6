import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@florin/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeKey } from '../../test/api-keys.ts';
import { createTestApp, type TestApp, type TestMember } from '../../test/test-app.ts';
import { startReceiver, verifyShared, type Receiver } from '../../test/webhook-receiver.ts';
import { sendTo } from '../../test/webhooks.ts';
import { runCli } from './run-cli.ts';

let florin: TestApp;
let receiver: Receiver;
let ines: TestMember;
let jonas: TestMember;
let url = '';
let key = '';
beforeEach(async () => {
  florin = await createTestApp();
  await florin.app.http.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(florin.app.http.server.address() as AddressInfo).port}`;
  receiver = await startReceiver();
  [ines, jonas] = [await florin.signUpWith('100.00', 'Ines'), await florin.signUp('Jonas')];
  key = (await makeKey(florin, ines.client, { scopes: ['events:read'] })).secret;
});
afterEach(async () => {
  await receiver.close();
  await florin.close();
});

/** Runs `listen` until `stop`. Resolves with the exit code and the lines. */
function listen(...args: string[]) {
  const [lines, stopping] = [[] as string[], new AbortController()];
  const add = (line: string) => void lines.push(line);
  const ended = runCli(
    ['listen', '--url', url, '--forward', receiver.url, ...args],
    { FLORIN_KEY: key },
    { print: add, note: add, stop: stopping.signal },
  );
  return {
    lines,
    ended,
    secret: () => lines[0]?.replace('Secret: ', '') ?? '',
    until: (line: RegExp) => vi.waitFor(() => expect(lines.join('\n')).toMatch(line), { timeout: 8_000 }),
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

const pay = (times = 1) =>
  Array.from({ length: times }).reduce<Promise<unknown>>(
    (done) => done.then(() => sendTo(ines, jonas.user.email, '1.00')),
    Promise.resolve(),
  );

/** Starts `listen` as a process of its own. Resolves when the process forwards events. */
async function listeningProcess() {
  const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
  const child = spawn(process.execPath, [cli, 'listen', '--url', url, '--forward', receiver.url], {
    env: { ...process.env, FLORIN_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (text: Buffer) => text.includes('Forwarding') && resolve());
  });
  return child;
}

describe('listen', () => {
  test('listen forwards new events once and in order, with a signature that standardwebhooks verifies', async () => {
    await ines.client.call(endpoints.listEvents, { query: {} });
    const listening = listen();
    await listening.until(/^Forwarding events after \d+ to /m);
    await pay(3);
    await listening.until(/(\d+ payment\.completed \S+ → 200 in \d+ ms\s*){3}$/);
    expect(await listening.stop()).toBe(0);
    expect(receiver.types()).toEqual(Array.from({ length: 3 }, () => 'payment.completed'));
    const sequences = receiver.received.map(({ event }) => event.sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    for (const received of receiver.received) {
      expect(verifyShared(received, listening.secret())).toMatchObject({ type: 'payment.completed' });
      expect(received.headers['webhook-id']).toBe(received.event.id);
    }
    const [first] = receiver.received;
    expect(() => first && verifyShared(first, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow('signature');
  });

  test('listen begins after the given event, and prints each answer', async () => {
    receiver.answer(({ event }) => ({ status: event.sequence === 1 ? 500 : 204 }));
    await pay();
    const listening = listen('--after', '0');
    await listening.until(/^1 deposit\.received \S+ → 500 in \d+ ms\n2 payment\.completed \S+ → 204 in/m);
    await listening.stop();
    expect(receiver.received).toHaveLength(2);
  });

  test('listen continues after a lost connection to the server, without losing or doubling an event', async () => {
    const listening = listen();
    await listening.until(/^Forwarding/m);
    await pay();
    await listening.until(/payment\.completed/);
    const { port } = new URL(url);
    florin.app.http.server.closeAllConnections();
    florin.app.http.server.close();
    await listening.until(/^Cannot reach http:\/\/127\.0\.0\.1:\d+\. Trying again\.$/m);
    await pay(2);
    florin.app.http.server.listen(Number(port), '127.0.0.1');
    await listening.until(/^Connected again\.$/m);
    await listening.until(/(\d+ payment\.completed \S+ → 200 in \d+ ms\s*){2}$/);
    await listening.stop();
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(3);
    expect(receiver.received).toHaveLength(3);
  });

  test('listen waits for a receiver that does not answer, and then sends the event', async () => {
    await receiver.close();
    const listening = listen();
    await listening.until(/^Forwarding/m);
    await pay();
    await listening.until(/: no answer from http:\/\/127\.0\.0\.1:\d+\/hook\. Start the receiver\. Trying again\.$/m);
    expect(await listening.stop()).toBe(0);
  });

  test.each([
    ['no key', ['--key', ''], 'Name an API key: --key flr_test_… or FLORIN_KEY.'],
    ['an unknown key', ['--key', 'flr_test_x'], 'The server does not accept this API key. Make one at /developers.'],
    [
      'an unreachable server',
      ['--url', 'http://127.0.0.1:1'],
      'Cannot reach http://127.0.0.1:1. Is Florin running? Check --url.',
    ],
  ])('listen ends with code 1 and a clear line for %s', async (_, args, line) => {
    const listening = listen(...args);
    expect(await listening.ended).toBe(1);
    expect(listening.lines).toEqual([line]);
  });

  test('listen ends with code 1 and names a missing scope, or a server that is not Florin', async () => {
    const { secret } = await makeKey(florin, ines.client, { scopes: ['balances:read'] });
    const scopeless = listen('--key', secret);
    expect(await scopeless.ended).toBe(1);
    expect(scopeless.lines).toEqual(['This API key needs the scope events:read.']);
    const other = listen('--url', `${url}/elsewhere`);
    expect(await other.ended).toBe(1);
    expect(other.lines.join(' ')).toMatch(/\/elsewhere answered \d+, but not as Florin does\. Check --url\.$/);
  });

  test('a listening process ends cleanly on Ctrl-C', async () => {
    const child = await listeningProcess();
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('a listening process ends when nothing reads its output any longer', async () => {
    const child = await listeningProcess();
    child.stdout.destroy();
    const ended = once(child, 'exit');
    await pay();
    expect(await ended).toEqual([0, null]);
  });
});
