import type { Attestation, Operation, Step, TimeProof } from './ots-tree.ts';

/**
 * Reads and writes the format of OpenTimestamps: proofs from calendars, and files that `ots verify` reads. A file is
 * the magic text, a version, the kind of digest, the digest, and the proof.
 */
const magic = Buffer.concat([
  Buffer.from('\0OpenTimestamps\0\0Proof\0'),
  Buffer.from('bf89e2e884e89294', 'hex'),
  Buffer.of(1), // the version
]);
const digestBytes = 32;
const tags = { attestation: 0x00, sha256: 0x08, append: 0xf0, prepend: 0xf1, fork: 0xff } as const;
const calendarTag = Buffer.from('83dfe30d2ef90c8e', 'hex');
const bitcoinTag = Buffer.from('0588960d73d71901', 'hex');
const tagBytes = 8;
const maxArgument = 4_096;
const maxPayload = 8_192;
const maxUrl = 1_000;
const maxDepth = 256;

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(count: number): Buffer {
    const part = this.#bytes.subarray(this.#at, this.#at + count);
    if (part.length !== count) throw new Error('the time stamp ends too early');
    this.#at += count;
    return part;
  }

  byte(): number {
    return this.take(1).readUInt8();
  }

  /** Reads a number in base 128, lowest digits first. */
  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (value > Number.MAX_SAFE_INTEGER || factor > 2 ** 49)
        throw new Error('a number of the time stamp is too large');
      if (byte < 0x80) return value;
    }
  }

  bytes(max: number): Buffer {
    const length = this.number();
    if (length > max) throw new Error('a part of the time stamp is too long');
    return this.take(length);
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new Error('bytes follow the time stamp');
  }
}

/** Reads a proof in the form that calendars send. Throws an error that names the fault of the proof. */
export function readProof(bytes: Buffer): TimeProof {
  const reader = new Reader(bytes);
  const proof = proofFrom(reader, maxDepth);
  reader.end();
  return proof;
}

/** Reads a file. Throws an error that names the fault of the file. */
export function readOtsFile(bytes: Buffer): { readonly digest: Buffer; readonly proof: TimeProof } {
  const reader = new Reader(bytes);
  if (!reader.take(magic.length).equals(magic)) throw new Error('this is not a time stamp of OpenTimestamps');
  if (reader.byte() !== tags.sha256) throw new Error('the time stamp is not of a SHA-256 digest');
  const digest = reader.take(digestBytes);
  const proof = proofFrom(reader, maxDepth);
  reader.end();
  return { digest, proof };
}

function proofFrom(reader: Reader, depth: number): TimeProof {
  if (depth === 0) throw new Error('the time stamp has too many steps');
  const attestations: Attestation[] = [];
  const steps: Step[] = [];
  const readItem = (tag: number) => {
    if (tag === tags.attestation) attestations.push(attestationFrom(reader));
    else steps.push({ operation: operationFrom(reader, tag), next: proofFrom(reader, depth - 1) });
  };
  let tag = reader.byte();
  for (; tag === tags.fork; tag = reader.byte()) readItem(reader.byte());
  readItem(tag);
  return { attestations, steps };
}

function operationFrom(reader: Reader, tag: number): Operation {
  if (tag === tags.sha256) return { name: 'sha256' };
  if (tag === tags.append) return { name: 'append', bytes: reader.bytes(maxArgument) };
  if (tag === tags.prepend) return { name: 'prepend', bytes: reader.bytes(maxArgument) };
  throw new Error(`the time stamp has an operation 0x${tag.toString(16)}, which is not supported`);
}

function attestationFrom(reader: Reader): Attestation {
  const tag = reader.take(tagBytes);
  const payload = reader.bytes(maxPayload);
  const content = new Reader(payload);
  if (tag.equals(calendarTag)) {
    const url = content.bytes(maxUrl).toString('latin1');
    content.end();
    if (!/^[\w.:/-]+$/.test(url)) throw new Error('the address of the calendar is malformed');
    return { by: 'calendar', url };
  }
  if (tag.equals(bitcoinTag)) {
    const block = content.number();
    content.end();
    return { by: 'bitcoin', block };
  }
  return { by: 'other', tag, payload };
}

/** Returns the file of a digest and its proof. */
export const writeOtsFile = (digest: Buffer, proof: TimeProof): Buffer =>
  Buffer.concat([magic, Buffer.of(tags.sha256), digest, writeProof(proof)]);

/** @throws if the proof is empty, which the format cannot say */
export function writeProof({ attestations, steps }: TimeProof): Buffer {
  const items = [
    ...attestations.map((one) => Buffer.concat([Buffer.of(tags.attestation), writeAttestation(one)])),
    ...steps.map(({ operation, next }) => Buffer.concat([writeOperation(operation), writeProof(next)])),
  ];
  const last = items.pop();
  if (!last) throw new Error('a time stamp cannot be empty');
  return Buffer.concat([...items.flatMap((item) => [Buffer.of(tags.fork), item]), last]);
}

function writeOperation(operation: Operation): Buffer {
  const tag = Buffer.of(tags[operation.name]);
  return operation.name === 'sha256' ? tag : Buffer.concat([tag, withLength(operation.bytes)]);
}

function writeAttestation(attestation: Attestation): Buffer {
  switch (attestation.by) {
    case 'calendar':
      return Buffer.concat([calendarTag, withLength(withLength(Buffer.from(attestation.url, 'latin1')))]);
    case 'bitcoin':
      return Buffer.concat([bitcoinTag, withLength(writeNumber(attestation.block))]);
    case 'other':
      return Buffer.concat([attestation.tag, withLength(attestation.payload)]);
  }
}

const withLength = (bytes: Buffer): Buffer => Buffer.concat([writeNumber(bytes.length), bytes]);

function writeNumber(value: number): Buffer {
  const digits: number[] = [];
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) digits.push((rest % 0x80) | 0x80);
  return Buffer.from([...digits, Math.floor(value / 0x80 ** digits.length)]);
}
