import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export const keyBytes = 32;
export const boxBytes = nonceBytes + tagBytes;

/** Nonce, tag and text, one after the other. */
export function encrypt(key: Buffer, data: Buffer, about: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const box = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(about));
  const text = Buffer.concat([box.update(data), box.final()]);
  return Buffer.concat([nonce, box.getAuthTag(), text]);
}

/** @throws where key, text or what it is about are not those it was made with */
export function decrypt(key: Buffer, sealed: Buffer, about: string): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, boxBytes);
  const box = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(about))
    .setAuthTag(tag);
  return Buffer.concat([box.update(sealed.subarray(boxBytes)), box.final()]);
}

export function opens(key: Buffer, sealed: Buffer, about: string): boolean {
  try {
    decrypt(key, sealed, about);
    return true;
  } catch {
    return false;
  }
}

/** @throws where none of the keys opens it */
export function decryptWithAny(keys: readonly Buffer[], sealed: Buffer, about: string): Buffer {
  const key = keys.find((one) => opens(one, sealed, about)) ?? keys[0];
  if (!key) throw new RangeError('there is no key');
  return decrypt(key, sealed, about);
}
