import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { decrypt, encrypt, keyBytes } from './encrypted-box.ts';

/** An X25519 key pair in DER form: SPKI and PKCS #8. */
export type LetterKeys = { readonly publicKey: Buffer; readonly privateKey: Buffer };

/** The length of an X25519 public key in SPKI form. */
const publicBytes = 44;

const der = { format: 'der' } as const;
const spki = { ...der, type: 'spki' } as const;
const pkcs8 = { ...der, type: 'pkcs8' } as const;

export function newLetterKeys(): LetterKeys {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return { publicKey: publicKey.export(spki), privateKey: privateKey.export(pkcs8) };
}

/** Encrypts for the holder of the private key, as RFC 9180 does: a one-time key pair, HKDF and AES-256-GCM. */
export function encryptFor(publicKey: Buffer, data: string, about: string): Buffer {
  const once = generateKeyPairSync('x25519');
  const ours = once.publicKey.export(spki);
  const theirs = createPublicKey({ key: publicKey, ...spki });
  const key = sharedKey({ privateKey: once.privateKey, publicKey: theirs }, Buffer.concat([ours, publicKey]));
  return Buffer.concat([ours, encrypt(key, Buffer.from(data), about)]);
}

/** @throws if the keys, the data or `about` differ from the encryption */
export function decryptLetter(keys: LetterKeys, encrypted: Buffer, about: string): string {
  const sender = encrypted.subarray(0, publicBytes);
  const privateKey = createPrivateKey({ key: keys.privateKey, ...pkcs8 });
  const publicKey = createPublicKey({ key: sender, ...spki });
  const key = sharedKey({ privateKey, publicKey }, Buffer.concat([sender, keys.publicKey]));
  return decrypt(key, encrypted.subarray(publicBytes), about).toString();
}

const sharedKey = (halves: { privateKey: KeyObject; publicKey: KeyObject }, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', diffieHellman(halves), salt, 'Florin letter', keyBytes));
