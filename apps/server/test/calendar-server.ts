import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type CalendarFault = 'fails' | 'too large' | 'cut off' | 'other address' | 'no promise' | 'no block';

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const withLength = (bytes: Buffer): Buffer => Buffer.concat([Buffer.of(bytes.length), bytes]); // up to 127 bytes
const append = (bytes: Buffer): Buffer => Buffer.concat([Buffer.of(0xf0), withLength(bytes)]);
const prepend = (bytes: Buffer): Buffer => Buffer.concat([Buffer.of(0xf1), withLength(bytes)]);
const hashing = Buffer.of(0x08);
const promiseBy = (url: string): Buffer =>
  Buffer.concat([Buffer.from('0083dfe30d2ef90c8e', 'hex'), withLength(withLength(Buffer.from(url)))]);
/** Attests block 926,001, in base 128: 31 c2 38, lowest digits first. */
const inBlock = Buffer.from('000588960d73d7190103b1c238', 'hex');
export const calendarBlock = 926_001;

/**
 * Starts a calendar of OpenTimestamps on this machine, which answers like the public calendar servers. The calendar
 * writes the bytes of the format by itself, and its block is mined on request.
 */
export async function startCalendar() {
  let fault: CalendarFault | undefined;
  let isMined = false;
  let url = '';
  const asked: string[] = [];
  /** By promised message: the proof to the block, and the Merkle root to which the proof leads. */
  const promised = new Map<string, { readonly rest: Buffer; readonly root: Buffer }>();

  const promise = (digest: Buffer): Buffer => {
    if (fault === 'no promise') return Buffer.concat([hashing, Buffer.from('000102030405060708020a0b', 'hex')]);
    const [nonce, time, mac] = [randomBytes(16), Buffer.from('692d5e00', 'hex'), randomBytes(8)];
    const message = Buffer.concat([time, sha256(Buffer.concat([digest, nonce])), mac]);
    const sibling = randomBytes(32);
    const root = sha256(sha256(Buffer.concat([sibling, sha256(message)])));
    const rest = Buffer.concat([hashing, prepend(sibling), hashing, hashing, inBlock]);
    promised.set(message.toString('hex'), { rest, root });
    const steps = [append(nonce), hashing, prepend(time), append(mac)];
    return Buffer.concat([...steps, promiseBy(fault === 'other address' ? 'https://other.example' : url)]);
  };
  const answerOf = async ({ method, url: path = '', headers }: IncomingMessage, body: Buffer) => {
    asked.push(`${method} ${path.replace(/[0-9a-f]{88}/, '<message>')}`);
    if (fault === 'fails' || headers.accept !== 'application/vnd.opentimestamps.v1') return undefined;
    if (fault === 'too large') return Buffer.alloc(20_000);
    if (method === 'POST' && path === '/digest' && body.length === 32) return promise(body);
    const [, message = ''] = /^\/timestamp\/([0-9a-f]+)$/.exec(path) ?? [];
    const found = isMined ? promised.get(message) : undefined;
    if (found && fault === 'no block') return promiseBy(url);
    return found?.rest ?? 'pending';
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const content = await answerOf(request, await buffer(request));
    if (content === undefined) response.writeHead(500).end();
    else if (content === 'pending') response.writeHead(404).end('Pending confirmation in Bitcoin blockchain');
    else response.end(fault === 'cut off' ? content.subarray(0, -3) : content);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** The requests so far. */
    asked,
    mine: () => (isMined = true),
    /** The Merkle roots of the block to which this calendar's proofs lead. */
    roots: () => [...promised.values()].map(({ root }) => root.toString('hex')),
    failWith: (next: CalendarFault | undefined) => (fault = next),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
