import { createServer, type AddressInfo } from 'node:net';
import { endpoints } from '@florin/contract';
import { expect, test } from 'vitest';
import { webhookSetup } from '../../../test/webhook-setup.ts';
import { deliverAll, deliveriesOf, withWebhook } from '../../../test/webhooks.ts';

const setup = webhookSetup();

/** Starts a receiver that writes this text for each connection and leaves it open. */
async function startWriter(written: string) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(written));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Delivers one event, and returns its first attempt. */
async function attemptAt(url: string) {
  const { member, webhook, pay } = await withWebhook(setup.florin, url);
  await pay();
  await deliverAll(setup.florin);
  const [delivery] = await deliveriesOf(member, webhook);
  const { attempts } = await member.client.call(endpoints.getWebhookDelivery, { params: { id: delivery?.id ?? '' } });
  return attempts[0];
}

const early = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n';

test.each([
  [
    '101 Switching Protocols with the headers of an upgrade',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    { status: 101, error: 'Webhooks do not switch protocols. Answer with a status of 200 to 299.' },
  ],
  [
    '101 Switching Protocols without headers',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    { status: 101, error: 'Webhooks do not switch protocols. Answer with a status of 200 to 299.' },
  ],
  [
    'a flood of 100 Continue',
    'HTTP/1.1 100 Continue\r\n\r\n'.repeat(11),
    { status: null, error: 'The receiver sent more than 10 informational answers (1xx) and no final one.' },
  ],
  [
    'a flood of 103 Early Hints',
    early.repeat(11),
    { status: null, error: 'The receiver sent more than 10 informational answers (1xx) and no final one.' },
  ],
])('a delivery fails at once on %s', async (_name, written, attempt) => {
  const writer = await startWriter(written);
  expect(await attemptAt(writer.url)).toMatchObject(attempt);
  await writer.close();
});

test('a delivery waits for the final answer after a few informational answers', async () => {
  const writer = await startWriter(`${early.repeat(10)}HTTP/1.1 204 No Content\r\n\r\n`);
  expect(await attemptAt(writer.url)).toMatchObject({ status: 204, error: null });
  await writer.close();
});
