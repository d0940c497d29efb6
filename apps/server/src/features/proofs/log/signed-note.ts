import { createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { sha256 } from './digests.ts';

/** The types of signatures (c2sp.org/signed-note): of a log, and of a witness. */
export const signatureTypes = { log: 1, witness: 4 } as const;
type SignatureType = (typeof signatureTypes)[keyof typeof signatureTypes];

/** A key of signed notes. */
export type NoteKey = {
  readonly name: string;
  readonly type: SignatureType;
  /** The 32 bytes of an Ed25519 key. */
  readonly publicKey: Buffer;
};

const keyIdBytes = 4;

const keyId = ({ name, type, publicKey }: NoteKey): Buffer =>
  sha256(Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), publicKey])).subarray(0, keyIdBytes);

/** Returns the key in the form that others configure: `florin.example/log+d5a9d0b6+AXa…`. */
export const verifierKey = (key: NoteKey): string =>
  `${key.name}+${keyId(key).toString('hex')}+${Buffer.concat([Buffer.of(key.type), key.publicKey]).toString('base64')}`;

export function generateNoteKey(name: string, type: SignatureType): { key: NoteKey; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return { key: { name, type, publicKey: raw }, privateKey };
}

/** Reads a verifier key. Undefined if the text is not a verifier key, or if its name is not in ASCII. */
export function readVerifierKey(text: string): NoteKey | undefined {
  const [, name, id, base64 = ''] = /^([!-*,-~]+)\+([0-9a-f]{8})\+([\w+/]{44})$/.exec(text) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const [type] = bytes;
  if (name === undefined || bytes.length !== 33) return undefined;
  if (type !== signatureTypes.log && type !== signatureTypes.witness) return undefined;
  const key = { name, type, publicKey: bytes.subarray(1) };
  return keyId(key).toString('hex') === id ? key : undefined;
}

const signatureLine = (key: NoteKey, signature: Buffer): string =>
  `— ${key.name} ${Buffer.concat([keyId(key), signature]).toString('base64')}\n`;

/** Returns the note: the text, which ends with a line break, an empty line, and the signature. */
export const signNote = (text: string, key: NoteKey, privateKey: KeyObject): string =>
  `${text}\n${signatureLine(key, sign(null, Buffer.from(text), privateKey))}`;

/** Returns the text of a note. */
export const noteText = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 1);

const cosignedText = (text: string, time: bigint) => Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);

/** Returns a witness's line for a checkpoint (c2sp.org/tlog-cosignature). `time` is in seconds. */
export function cosign(text: string, key: NoteKey, privateKey: KeyObject, time: bigint): string {
  const stamp = Buffer.alloc(8);
  stamp.writeBigUInt64BE(time);
  return signatureLine(key, Buffer.concat([stamp, sign(null, cosignedText(text, time), privateKey)]));
}

/** Returns whether the note has a valid signature of this key. */
export function isSignedBy(note: string, key: NoteKey): boolean {
  const text = noteText(note);
  return note
    .slice(text.length + 1)
    .split('\n')
    .some((line) => isSignature(line, text, key));
}

function isSignature(line: string, text: string, key: NoteKey): boolean {
  const [, name, base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (name !== key.name || !bytes.subarray(0, keyIdBytes).equals(keyId(key))) return false;
  const signature = bytes.subarray(keyIdBytes);
  if (key.type === signatureTypes.log) return isValid(Buffer.from(text), signature, key);
  return (
    signature.length === 72 && isValid(cosignedText(text, signature.readBigUInt64BE()), signature.subarray(8), key)
  );
}

function isValid(signed: Buffer, signature: Buffer, { publicKey }: NoteKey): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') };
  return signature.length === 64 && verify(null, signed, createPublicKey({ key: jwk, format: 'jwk' }), signature);
}

export type Checkpoint = {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
  readonly text: string;
};

/** Reads the text of a checkpoint. Undefined if the note is not a checkpoint. */
export function readCheckpoint(note: string): Checkpoint | undefined {
  const text = noteText(note);
  const [, origin, size, root = ''] = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([\w+/]{43}=)\n/.exec(text) ?? [];
  // A number above 2^53 could not be distinguished from its neighbors.
  if (origin === undefined || !Number.isSafeInteger(Number(size))) return undefined;
  return { origin, size: Number(size), root: Buffer.from(root, 'base64'), text };
}
