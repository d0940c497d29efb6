import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** Makes signed PDFs with code that is independent of the server. */
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** Encodes a value in DER. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const size = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.of(tag, 0x80 + size.length), size, content]);
}
const [sequence, set] = [0x30, 0x31].map(
  (tag) =>
    (...parts: Uint8Array[]) =>
      der(tag, ...parts),
) as [Encode, Encode];
type Encode = (...parts: Uint8Array[]) => Buffer;
const hex = (text: string) => Buffer.from(text, 'hex');
const sha256Id = sequence(hex('0609608648016503040201'), hex('0500'));
const data = hex('06092a864886f70d010701');

export type PdfSigner = { certificate: Buffer; key: KeyObject; method: Buffer; name: string };

/** Returns a new key with a self-signed certificate. */
export function pdfSigner(name: string, kind: 'P-256' | 'P-384' | 'P-521' | 'rsa' = 'P-256'): PdfSigner {
  const { publicKey, privateKey: key } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ec', { namedCurve: kind });
  const method = kind === 'rsa' ? hex('300d06092a864886f70d01010b0500') : hex('300a06082a8648ce3d040302');
  const subject = sequence(set(sequence(hex('0603550403'), der(0x0c, Buffer.from(name)))));
  const time = der(0x17, Buffer.from('261201000000Z'));
  const serial = der(
    0x02,
    Buffer.of(0x40, ...sha256(publicKey.export({ format: 'der', type: 'spki' })).subarray(0, 8)),
  );
  const facts = sequence(
    der(0xa0, hex('020102')),
    serial,
    method,
    subject,
    sequence(time, time),
    subject,
    publicKey.export({ format: 'der', type: 'spki' }),
  );
  const certificate = sequence(facts, method, der(0x03, Buffer.of(0), sign('sha256', facts, key)));
  return { certificate, key, method, name };
}

/** The changes of an attacker in the signature. */
export type CmsTricks = {
  digest?: Buffer;
  /** The certificate that the signed attributes name. */
  named?: Buffer;
  /** The certificates in the signature. */
  certificates?: readonly Buffer[];
  unsigned?: Buffer;
};

/** Returns a detached CMS signature with the attributes of CAdES-B-B. */
export function cmsOf(
  covered: Uint8Array,
  { certificate, key, method, name }: PdfSigner,
  tricks: CmsTricks = {},
): Buffer {
  const { digest = sha256(covered), named = certificate, certificates = [certificate], unsigned } = tricks;
  const attribute = (type: string, value: Buffer) => sequence(hex(type), set(value));
  const attributes = [
    attribute('06092a864886f70d010903', data),
    attribute('06092a864886f70d010904', der(0x04, digest)),
    attribute('060b2a864886f70d010910022f', sequence(sequence(sequence(der(0x04, sha256(named)))))),
  ];
  const issuer = sequence(set(sequence(hex('0603550403'), der(0x0c, Buffer.from(name)))));
  const serialAt = certificate.indexOf(hex('a003020102')) + 5;
  const serial = certificate.subarray(serialAt, serialAt + 2 + (certificate[serialAt + 1] ?? 0));
  const signer = sequence(
    hex('020101'),
    sequence(issuer, serial),
    sha256Id,
    der(0xa0, ...attributes),
    method,
    der(0x04, sign('sha256', set(...attributes), key)),
    ...(unsigned ? [unsigned] : []),
  );
  const signed = sequence(hex('020101'), set(sha256Id), sequence(data), der(0xa0, ...certificates), set(signer));
  return sequence(hex('06092a864886f70d010702'), der(0xa0, signed));
}

const room = 3_000;

export type PdfTricks = {
  before?: string;
  after?: string;
  attached?: string;
  /** Replaces the four numbers, from the position of the signature and the length of the file. */
  range?: (start: number, end: number, length: number) => string;
  cms?: (covered: Uint8Array) => Buffer;
};

/** Makes a minimal signed PDF with an attachment. */
export function signedPdf(signer: PdfSigner, tricks: PdfTricks = {}): Uint8Array<ArrayBuffer> {
  const { before = 'a text', after = 'more text', attached, range, cms = (covered) => cmsOf(covered, signer) } = tricks;
  const file = attached === undefined ? Buffer.alloc(0) : attachment(attached);
  const head = Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n(${before})\nendobj\n`),
    file,
    Buffer.from('3 0 obj\n<<\n/Type /Sig\n/ByteRange '),
  ]);
  const start = head.length + 45 + '\n/Contents '.length;
  const end = start + 2 + 2 * room;
  const tail = Buffer.from(`\n>>\nendobj\n4 0 obj\n(${after})\nendobj\n%%EOF\n`);
  const length = end + tail.length;
  const numbers = range?.(start, end, length) ?? `[0 ${start} ${end} ${length - end}]`;
  const above = Buffer.concat([head, Buffer.from(`${numbers.padEnd(45)}\n/Contents `)]);
  const signature = cms(Buffer.concat([above, tail])).toString('hex');
  return new Uint8Array(Buffer.concat([above, Buffer.from(`<${signature.padEnd(2 * room, '0')}>`), tail]));
}

function attachment(text: string): Buffer {
  const bytes = deflateSync(text);
  const head = `2 0 obj\n<< /Type /EmbeddedFile /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream\nendobj\n')]);
}

/** Writes certificates as PEM. */
export const pemOf = (...signers: readonly PdfSigner[]): string =>
  signers
    .map(
      ({ certificate }) =>
        certificate
          .toString('base64')
          .match(/.{1,64}/g)
          ?.join('\n') ?? '',
    )
    .map((lines) => `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`)
    .join('');
