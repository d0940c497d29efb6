import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The part of a browser that receives push messages: the keys of its subscription and the decryption. */
export function pushBrowser() {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    p256dh: ecdh.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    read: (body: Buffer): unknown => JSON.parse(decrypt(body, ecdh, auth).toString()),
  };
}

/** Decrypts one record by RFC 8291 and RFC 8188. */
function decrypt(body: Buffer, ecdh: ECDH, auth: Buffer): Buffer {
  const [salt, idLength] = [body.subarray(0, 16), body[20] ?? 0];
  const sender = body.subarray(21, 21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const input = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
  const derive = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${what}\0`, bytes));
  const box = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const encrypted = body.subarray(21 + idLength);
  box.setAuthTag(encrypted.subarray(-16));
  const padded = Buffer.concat([box.update(encrypted.subarray(0, -16)), box.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

function headersOf(status: number): OutgoingHttpHeaders {
  if (status === 302) return { location: 'http://127.0.0.1:1/' };
  return status === 101 ? { connection: 'upgrade', upgrade: 'websocket' } : {};
}

export type Posted = { readonly path: string; readonly headers: NodeJS.Dict<string | string[]>; readonly body: Buffer };

/**
 * Starts a push service on this machine. The service answers with the status that the test sets, or never if the status
 * is undefined.
 */
export async function startPushService() {
  const posted: Posted[] = [];
  let status: number | undefined = 201;
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      posted.push({ path: request.url ?? '', headers: request.headers, body });
      if (status === undefined) return;
      response.writeHead(status, headersOf(status)).end('x'.repeat(100));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/push`,
    posted,
    answer: (next: number | undefined) => (status = next),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
