import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { arrayBufferOf } from '../../../platform/array-buffer-of.ts';
import type { Identity } from './identity.ts';

const oid = {
  data: ContentInfo.DATA,
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimeStamp: '1.2.840.113549.1.9.16.2.14',
};

/**
 * Signs the SHA-256 digest of a document as a detached CMS signature with the attributes of CAdES-B-B (ETSI EN 319
 * 122-1). The signing time is in the document, as PAdES requires.
 */
export async function signDigest(identity: Identity, digest: Buffer): Promise<SignedData> {
  const { certificate, chain, key } = identity;
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    certificates: [certificate, ...chain],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: signedAttributes(identity, digest) }),
      }),
    ],
  });
  await signed.sign(key, 0, 'SHA-256', new ArrayBuffer(0));
  return signed;
}

function signedAttributes({ fingerprint }: Identity, digest: Buffer): Attribute[] {
  const certificateId = new Sequence({ value: [new OctetString({ valueHex: arrayBufferOf(fingerprint) })] });
  const attributes = [
    new Attribute({ type: oid.contentType, values: [new ObjectIdentifier({ value: oid.data })] }),
    new Attribute({ type: oid.messageDigest, values: [new OctetString({ valueHex: arrayBufferOf(digest) })] }),
    new Attribute({
      type: oid.signingCertificateV2,
      values: [new Sequence({ value: [new Sequence({ value: [certificateId] })] })],
    }),
  ];
  // DER orders the elements of a set by their bytes.
  const encoded = (attribute: Attribute) => Buffer.from(attribute.toSchema().toBER());
  return attributes.toSorted((a, b) => Buffer.compare(encoded(a), encoded(b)));
}

/** Returns the signature value, for which a time stamp is requested. */
export function signatureOf({ signerInfos: [signer] }: SignedData): Buffer {
  if (!signer) throw new Error('The document was not signed.');
  return Buffer.from(signer.signature.valueBlock.valueHexView);
}

/** Adds a time stamp, which makes it CAdES-B-T. */
export function addTimeStamp({ signerInfos: [signer] }: SignedData, token: ContentInfo): void {
  if (!signer) throw new Error('The document was not signed.');
  signer.unsignedAttrs = new SignedAndUnsignedAttributes({
    type: 1,
    attributes: [new Attribute({ type: oid.signatureTimeStamp, values: [token.toSchema()] })],
  });
}

export const encodeCms = (signed: SignedData): Buffer =>
  Buffer.from(
    new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) }).toSchema().toBER(),
  );
