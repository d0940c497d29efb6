import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { sha } from './simple-merkle.ts';

export type Signer = {
  name: string;
  verifierKey: string;
  line: (text: string, time?: number) => string;
  /** The public key as in a JWK. */
  x: string;
  signed: (text: string) => Buffer;
};

/** Makes a key for signed notes (type 1) or cosignatures (type 4) from a word. Each run makes the same key. */
export function signerOf(name: string, word: string, type = 1): Signer {
  const seed = sha(Buffer.from(word));
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const typed = Buffer.concat([Buffer.of(type), Buffer.from(x, 'base64url')]);
  const id = sha(Buffer.from(`${name}\n`), typed).subarray(0, 4);
  const signed = (text: string) => sign(null, Buffer.from(text), privateKey);
  const line = (text: string, time = 1_796_097_600) => {
    const stamp = Buffer.alloc(type === 4 ? 8 : 0);
    if (type === 4) stamp.writeBigUInt64BE(BigInt(time));
    const message = type === 4 ? `cosignature/v1\ntime ${time}\n${text}` : text;
    const bytes = Buffer.concat([id, stamp, signed(message)]);
    return `— ${name} ${bytes.toString('base64')}\n`;
  };
  return { name, verifierKey: `${name}+${id.toString('hex')}+${typed.toString('base64')}`, line, x, signed };
}

export const signedNote = (text: string, ...lines: readonly string[]): string => `${text}\n${lines.join('')}`;
