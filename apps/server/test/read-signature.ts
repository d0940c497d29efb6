import { createHash, verify, X509Certificate } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { fromBER } from 'asn1js';
import { ContentInfo, SignedData, type Attribute } from 'pkijs';

export type ReadSignature = {
  readonly certificate: X509Certificate;
  readonly reason: string;
  readonly signature: Buffer;
  /** The time stamp of the signature, if it has one. */
  readonly timeStamp: ContentInfo | undefined;
};

/**
 * Verifies a signed document with Node's own cryptography: the signature covers everything except itself, is made with
 * the key of its certificate, and names that certificate. Throws otherwise.
 */
export function readSignature(pdf: Uint8Array): ReadSignature {
  const { covered, cms, fields } = gapIn(Buffer.from(pdf));
  const info = ContentInfo.fromBER(Uint8Array.from(cms).buffer);
  const signed = new SignedData({ schema: info.content });
  const [signer] = signed.signerInfos;
  if (!signer?.signedAttrs || signed.signerInfos.length !== 1) throw new Error('no signer');
  const attribute = (type: string) => found(signer.signedAttrs?.attributes ?? [], type);
  const digest = createHash('sha256').update(covered).digest();
  if (!octets(attribute('1.2.840.113549.1.9.4')).equals(digest)) throw new Error('the document was changed');
  const [first] = signed.certificates ?? [];
  const certificate = new X509Certificate(Buffer.from(first?.toSchema().toBER() ?? new ArrayBuffer(0)));
  const named = octets(
    attribute('1.2.840.113549.1.9.16.2.47')?.valueBlock.value[0]?.valueBlock.value[0]?.valueBlock.value[0],
  );
  if (!named.equals(createHash('sha256').update(certificate.raw).digest())) throw new Error('another certificate');
  const attributes = Buffer.from(signer.signedAttrs.encodedValue);
  const signature = Buffer.from(signer.signature.valueBlock.valueHexView);
  if (!verify('sha256', attributes, certificate.publicKey, signature)) throw new Error('the signature is wrong');
  const stamp = signer.unsignedAttrs && found(signer.unsignedAttrs.attributes, '1.2.840.113549.1.9.16.2.14');
  return {
    certificate,
    reason: /\/Reason \(([^)]*)\)/.exec(fields)?.[1]?.trim() ?? '',
    signature,
    timeStamp: stamp && new ContentInfo({ schema: stamp }),
  };
}

/** The parts of ASN.1 values that this file reads. */
type Value = { readonly valueBlock: { readonly value: Value[]; readonly valueHexView?: Uint8Array } };

const found = (attributes: readonly Attribute[], type: string) =>
  attributes.find((one) => one.type === type)?.values[0] as Value | undefined;
const octets = (value: Value | undefined) => Buffer.from(value?.valueBlock.valueHexView ?? []);

/** Splits a document into the signed bytes and the signature. The signature must be alone in the gap. */
function gapIn(pdf: Buffer) {
  const text = pdf.toString('latin1');
  const [range, ...numbers] = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(text) ?? [];
  const [from = -1, above = 0, to = 0, below = 0] = numbers.map(Number);
  const gap = /^<([\da-f]+)>$/.exec(text.slice(above, to))?.[1];
  if (range === undefined || from !== 0 || to + below !== pdf.length || gap === undefined)
    throw new Error('the signed ranges are not the whole document');
  const { offset } = fromBER(Uint8Array.from(Buffer.from(gap, 'hex')).buffer);
  if (offset < 0 || !/^0*$/.test(gap.slice(offset * 2))) throw new Error('more than a signature is in the gap');
  return {
    covered: Buffer.concat([pdf.subarray(0, above), pdf.subarray(to)]),
    cms: Buffer.from(gap.slice(0, offset * 2), 'hex'),
    fields: text.slice(to, text.indexOf('endobj', to)),
  };
}

/** Returns the attached file with this name. */
export function readAttachment(pdf: Uint8Array, name: string): string | undefined {
  const text = Buffer.from(pdf).toString('latin1');
  const spec = new RegExp(`/AFRelationship /Data\\n/F \\(${name}\\)\\n/EF <<\\n/F (\\d+) 0 R`).exec(text);
  const body = spec && new RegExp(`^${spec[1]} 0 obj\\n.*?stream\\n(.*?)\\nendstream`, 'ms').exec(text)?.[1];
  return body ? inflateSync(Buffer.from(body, 'latin1')).toString() : undefined;
}
