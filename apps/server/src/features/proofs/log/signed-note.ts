import { sign, type KeyObject } from 'node:crypto';
import { sha256 } from './digests.ts';

const ed25519 = Buffer.of(1);

/** A key of a signed note (c2sp.org/signed-note): the name and the raw public key. */
export type NoteKey = { readonly name: string; readonly publicKey: Buffer };

const keyId = ({ name, publicKey }: NoteKey): Buffer =>
  sha256(Buffer.concat([Buffer.from(`${name}\n`), ed25519, publicKey])).subarray(0, 4);

/** The key as others configure it: `florin.example/log+d5a9d0b6+AXa…`. */
export const verifierKey = (key: NoteKey): string =>
  `${key.name}+${keyId(key).toString('hex')}+${Buffer.concat([ed25519, key.publicKey]).toString('base64')}`;

/** Reads a verifier key that this installation has written. The name has no plus sign; the base64 can have some. */
export function readVerifierKey(text: string): NoteKey {
  const nameEnds = text.indexOf('+');
  const key = text.slice(text.indexOf('+', nameEnds + 1) + 1);
  return { name: text.slice(0, nameEnds), publicKey: Buffer.from(key, 'base64').subarray(1) };
}

/** Returns the note: the text, which ends with a line break, an empty line, and the signature. */
export function signNote(text: string, key: NoteKey, privateKey: KeyObject): string {
  const signature = Buffer.concat([keyId(key), sign(null, Buffer.from(text), privateKey)]);
  return `${text}\n— ${key.name} ${signature.toString('base64')}\n`;
}

/** Returns the text of a note that is already known to be well formed. */
export const noteText = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 1);
