import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { httpTextGateway } from './http-gateway.ts';

let server: Server | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

type Asked = { method: string | undefined; headers: IncomingMessage['headers']; body: unknown };

async function gateway(answer: (response: ServerResponse) => void) {
  const asked: Asked[] = [];
  server = createServer((request, response) => {
    const { method, headers } = request;
    void textOf(request).then((body) => {
      asked.push({ method, headers, body: JSON.parse(body) });
      answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { asked, url: new URL(`http://127.0.0.1:${port}/messages?sender=Florin`) };
}

const message = {
  id: '0190f5c2-7a6b-7000-8000-000000000001',
  to: '+351912345678',
  text: 'Florin: Léa sent you £40.00.',
};
const ended =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end();

describe('a text message over HTTP', () => {
  test('is posted as JSON with the number, the text and a bearer token', async () => {
    const { asked, url } = await gateway(ended(202));
    await httpTextGateway({ url, token: 'a-key' }).send(message);
    expect(asked).toEqual([
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

  test('carries no authorization without a token', async () => {
    const { asked, url } = await gateway(ended(200));
    await httpTextGateway({ url, token: undefined }).send(message);
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  test.each([400, 401, 429, 500])(
    'that is answered %i is an error, which names neither number nor text',
    async (status) => {
      const { url } = await gateway(ended(status));
      const sending = httpTextGateway({ url, token: 'a-key' }).send(message);
      await expect(sending).rejects.toThrow(new Error(`the text gateway answered ${status}`));
    },
  );

  // Rules: identity-26
  test('follows no redirect, which would take the token elsewhere', async () => {
    const { asked, url } = await gateway(ended(307, { location: '/elsewhere' }));
    await expect(httpTextGateway({ url, token: 'a-key' }).send(message)).rejects.toThrow(
      'the text gateway answered 307',
    );
    expect(asked).toHaveLength(1);
  });

  test('to a gateway that is not there is an error with its reason', async () => {
    const { url } = await gateway(ended(200));
    server?.close();
    server = undefined;
    const sending = httpTextGateway({ url, token: undefined }).send(message);
    await expect(sending).rejects.toThrow('the text gateway cannot be reached: ECONNREFUSED');
  });
});
