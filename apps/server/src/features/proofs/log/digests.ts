import { hash } from 'node:crypto';

export const hashBytes = 32;

/** One-shot hashes cost a third less than `createHash`. Hashes as text cost a quarter of hashes as new buffers. */
export const sha256 = (data: Buffer | string): Buffer => Buffer.from(hash('sha256', data, 'binary'), 'latin1');

/** Writes the SHA-256 digest into a buffer. */
export const putSha256 = (data: Buffer, into: Buffer, at: number): void =>
  void into.write(hash('sha256', data, 'binary'), at, 'latin1');

export const hashAt = (hashes: Buffer, place: number): Buffer =>
  hashes.subarray(place * hashBytes, (place + 1) * hashBytes);

const leafMark = Buffer.of(0);
const nodeMark = Buffer.of(1);

/** RFC 6962: a leaf and a node never have the same hash. */
export const leafHash = (entry: Buffer): Buffer => sha256(Buffer.concat([leafMark, entry]));
export const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.concat([nodeMark, left, right]));

/** The hashed bytes: a mark, then two hashes. Reused, because a proof needs thousands of nodes. */
const hashedPair = Buffer.concat([nodeMark, Buffer.alloc(2 * hashBytes)]);

/** Writes the hash of the node above the two hashes at `from`. The new hash may overwrite the first of the two. */
export function putNodeHash(level: Buffer, from: number, into: Buffer, at: number): void {
  level.copy(hashedPair, 1, from, from + 2 * hashBytes);
  putSha256(hashedPair, into, at);
}

const blockBytes = { sha256: 64, sha512: 128 } as const;
const digestBytes = { sha256: 32, sha512: 64 } as const;

export type Hmac = (message: Buffer | string) => Buffer;

/** The buffer for inner messages. Longer messages get a separate buffer. */
const room = Buffer.allocUnsafe(1_024);

/**
 * Returns HMAC under a key of at most 64 bytes (RFC 2104). There are millions of keys, and each key is used for only
 * one or two messages. `createHmac` makes a key object each time, and takes ten times as long.
 */
export function hmacUnder(key: Uint8Array, algorithm: keyof typeof blockBytes = 'sha256'): Hmac {
  const size = blockBytes[algorithm];
  // The buffers share one piece of the pool, because a separate buffer would cost more than the digest.
  const pads = Buffer.allocUnsafe(2 * size + digestBytes[algorithm]);
  const [inner, outer] = [pads.subarray(0, size), pads.subarray(size)];
  for (let at = 0; at < size; at++) {
    const byte = key[at] ?? 0;
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  }
  return (message) => {
    outer.write(hash(algorithm, after(inner, message), 'binary'), size, 'latin1');
    return Buffer.from(hash(algorithm, outer, 'binary'), 'latin1');
  };
}

/** Returns the message after the pad, in a buffer that is valid until the next call. */
function after(pad: Buffer, message: Buffer | string): Buffer {
  const length = pad.length + Buffer.byteLength(message);
  const whole = length <= room.length ? room : Buffer.allocUnsafe(length);
  pad.copy(whole);
  if (typeof message === 'string') whole.write(message, pad.length);
  else message.copy(whole, pad.length);
  return whole.subarray(0, length);
}
