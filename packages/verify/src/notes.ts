import { type Bytes, check, fromBase64, hex, listOf, match, sha256, sizeOf, utf8 } from './bytes.ts';

/** A key of type 1 signs notes. A key of type 4 cosigns checkpoints, with a time. */
export type Key = { text: string; name: string; id: string; type: number; raw: Bytes };
export type Signer = { key: Key; time: number };
export type Note = { text: string; lines: string[]; signers: Signer[] };
export type Checkpoint = { origin: string; size: number; root: Bytes };

export const parseKeys = (keys: readonly string[]): Promise<Key[]> => Promise.all(listOf(keys, 1_000).map(parseKey));

/** A name is in ASCII, so no letter looks like another letter and no letter is invisible. */
async function parseKey(text: string): Promise<Key> {
  const [name = '', id = '', encoded] = match(text, /^([!-*,-~]{1,300})\+([0-9a-f]{8})\+(\S{44})$/, 'key');
  const [type, ...raw] = fromBase64(encoded, 33);
  check(type === 1 || type === 4, `The key of ${name} has an unknown type.`);
  const digest = hex(await sha256(utf8(`${name}\n`), Uint8Array.of(type, ...raw)));
  check(digest.startsWith(id), `The id of the key of ${name} is wrong.`);
  return { text, name, id, type, raw: new Uint8Array(raw) };
}

/**
 * Opens a signed note (C2SP) and returns the keys that signed the note, each once. Ignores signatures of other keys.
 * Rejects the note if a signature of a known key is wrong.
 */
export async function openNote(note: string, keys: readonly Key[]): Promise<Note> {
  const [text = '', signatures = ''] = match(note, /^([^]*\n)\n((?:— [^\s+]+ \S+\n){1,100})$/u, 'signed note');
  check(!/[^\P{Cc}\n]|\p{Surrogate}/u.test(note), 'The signed note is malformed.');
  const signers: Signer[] = [];
  for (const [, name, encoded] of signatures.matchAll(/— (\S+) (\S+)\n/gu)) {
    const bytes = fromBase64(encoded);
    const key = keys.find((one) => one.name === name && one.id === hex(bytes.slice(0, 4)));
    if (!key) continue;
    const time = await verifySignature(key, bytes.slice(4), text);
    if (!signers.some((signer) => signer.key === key)) signers.push({ key, time });
  }
  return { text, lines: text.slice(0, -1).split('\n'), signers };
}

/** Returns the time of a cosignature in seconds since 1970. Returns 0 for other signatures. */
async function verifySignature(key: Key, bytes: Bytes, text: string): Promise<number> {
  const cosigns = key.type === 4;
  const time = cosigns ? sizeOf(`${new DataView(bytes.buffer).getBigUint64(0)}`) : 0;
  const signed = utf8(cosigns ? `cosignature/v1\ntime ${time}\n${text}` : text);
  const publicKey = await crypto.subtle.importKey('raw', key.raw, 'Ed25519', false, ['verify']);
  const isRight = await crypto.subtle.verify('Ed25519', publicKey, bytes.slice(cosigns ? 8 : 0), signed);
  check(isRight, `The signature of ${key.name} is wrong.`);
  return time;
}

/** Opens a note that starts with the origin of a log and a suffix, and that a key of this log signed. */
export async function openSigned(note: string, keys: readonly Key[], suffix: string): Promise<Note> {
  const opened = await openNote(note, keys);
  const isOfLog = ({ key }: Signer) => key.type === 1 && opened.lines[0] === `${key.name}${suffix}`;
  check(opened.signers.some(isOfLog), `The ${suffix.slice(1) || 'checkpoint'} is not signed by the log's key.`);
  return opened;
}

export async function openCheckpoint(note: string, keys: readonly Key[]): Promise<Checkpoint> {
  const [origin = '', size, root, ...others] = (await openSigned(note, keys, '')).lines;
  check(!others.includes(''), 'The checkpoint has an empty line.');
  return { origin, size: sizeOf(size), root: fromBase64(root, 32) };
}
