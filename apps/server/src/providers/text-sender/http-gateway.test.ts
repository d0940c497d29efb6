import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { httpTextGateway } from './http-gateway.ts';

let server: Server | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

type ReceivedRequest = { method: string | undefined; headers: IncomingMessage['headers']; body: unknown };

async function gateway(answer: (response: ServerResponse) => void) {
  const requests: ReceivedRequest[] = [];
  server = createServer((request, response) => {
    const { method, headers } = request;
    void textOf(request).then((body) => {
      requests.push({ method, headers, body: JSON.parse(body) });
      answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { requests, url: new URL(`http://127.0.0.1:${port}/messages?sender=Florin`) };
}

const message = {
  id: '0190f5c2-7a6b-7000-8000-000000000001',
  to: '+351912345678',
  text: 'Florin: Léa sent you £40.00.',
};
const respond =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end();

describe('httpTextGateway', () => {
  test('posts the number and the text to the gateway as JSON with a bearer token', async () => {
    const { requests, url } = await gateway(respond(202));
    await httpTextGateway({ url, token: 'a-key' }).send(message);
    expect(requests).toEqual([
      {
        method: 'POST',
        headers: expect.objectContaining({
          'content-type': 'application/json',
          authorization: 'Bearer a-key',
          'idempotency-key': message.id,
        }),
        body: { to: message.to, text: message.text },
      },
    ]);
  });

  test('sends no Authorization header to the gateway without a token', async () => {
    const { requests, url } = await gateway(respond(200));
    await httpTextGateway({ url, token: undefined }).send(message);
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  test.each([400, 401, 429, 500])(
    'sending a text throws on status %i, without the number or the text in the message',
    async (status) => {
      const { url } = await gateway(respond(status));
      const sending = httpTextGateway({ url, token: 'a-key' }).send(message);
      await expect(sending).rejects.toThrow(new Error(`the text gateway answered ${status}`));
    },
  );

  // Rules: identity-26
  test("a text gateway's redirect is not followed, so that the token stays secret", async () => {
    const { requests, url } = await gateway(respond(307, { location: '/elsewhere' }));
    await expect(httpTextGateway({ url, token: 'a-key' }).send(message)).rejects.toThrow(
      'the text gateway answered 307',
    );
    expect(requests).toHaveLength(1);
  });

  test('sending a text throws with the reason when the gateway cannot be reached', async () => {
    const { url } = await gateway(respond(200));
    server?.close();
    server = undefined;
    const sending = httpTextGateway({ url, token: undefined }).send(message);
    await expect(sending).rejects.toThrow('the text gateway cannot be reached: ECONNREFUSED');
  });
});
