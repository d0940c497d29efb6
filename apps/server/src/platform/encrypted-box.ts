import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export const keyBytes = 32;
export const boxBytes = nonceBytes + tagBytes;

// Node takes a key object twice as fast as the bytes of a key, even if the object is new.

/** Encrypts with AES-256-GCM. The result is the nonce, the tag and the ciphertext. `about` is the additional data. */
export function encrypt(key: Buffer, data: Buffer, about: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const box = createCipheriv(cipher, createSecretKey(key), nonce, { authTagLength: tagBytes }).setAAD(
    Buffer.from(about),
  );
  const text = Buffer.concat([box.update(data), box.final()]);
  return Buffer.concat([nonce, box.getAuthTag(), text]);
}

/** @throws if the key, the data or `about` differs from the encryption */
export function decrypt(key: Buffer, encrypted: Buffer, about: string): Buffer {
  const nonce = encrypted.subarray(0, nonceBytes);
  const tag = encrypted.subarray(nonceBytes, boxBytes);
  const box = createDecipheriv(cipher, createSecretKey(key), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(about))
    .setAuthTag(tag);
  return Buffer.concat([box.update(encrypted.subarray(boxBytes)), box.final()]);
}

/** Returns whether this key decrypts the data. */
export function canDecrypt(key: Buffer, encrypted: Buffer, about: string): boolean {
  try {
    decrypt(key, encrypted, about);
    return true;
  } catch {
    return false;
  }
}

/** @throws if none of the keys decrypts the data */
export function decryptWithAny(keys: readonly Buffer[], encrypted: Buffer, about: string): Buffer {
  const key = keys.find((one) => canDecrypt(one, encrypted, about)) ?? keys[0];
  if (!key) throw new RangeError('no master key was given');
  return decrypt(key, encrypted, about);
}
