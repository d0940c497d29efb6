import { randomBytes } from 'node:crypto';
import { BitString, Integer, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs';
import { arrayBufferOf } from '../../../platform/array-buffer-of.ts';

const validYears = 10;

export type KeyPair = { readonly certificate: Buffer; readonly privateKey: Buffer };

/** Creates a key (ECDSA with P-256) and a certificate for it that names the institution. Both are in DER. */
export async function createSelfSigned(name: string, now = new Date()): Promise<KeyPair> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  return selfSign(await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']), name, now);
}

type Keys = { readonly publicKey: Key; readonly privateKey: Key };
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Returns a self-signed certificate of a key. */
export async function selfSign({ publicKey, privateKey }: Keys, name: string, now = new Date()): Promise<KeyPair> {
  const certificate = new Certificate();
  certificate.version = 2; // X.509 version 3
  certificate.serialNumber = new Integer({ valueHex: positive(randomBytes(16)) });
  for (const party of [certificate.subject, certificate.issuer])
    party.typesAndValues.push(new AttributeTypeAndValue({ type: commonName, value: new Utf8String({ value: name }) }));
  certificate.notBefore.value = now;
  certificate.notAfter.value = new Date(now);
  certificate.notAfter.value.setUTCFullYear(now.getUTCFullYear() + validYears);
  certificate.extensions = [
    extension(basicConstraints, new BasicConstraints({ cA: false }).toSchema().toBER()),
    extension(keyUsage, new BitString({ valueHex: digitalSignatureAndNonRepudiation, unusedBits: 6 }).toBER()),
  ];
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(privateKey, 'SHA-256');
  return {
    certificate: Buffer.from(certificate.toSchema().toBER()),
    privateKey: Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)),
  };
}

const commonName = '2.5.4.3';
const basicConstraints = '2.5.29.19';
const keyUsage = '2.5.29.15';
const digitalSignatureAndNonRepudiation = Uint8Array.of(0b1100_0000).buffer;

const extension = (extnID: string, value: ArrayBuffer) => new Extension({ extnID, critical: true, extnValue: value });

/** A serial number is positive: its first bit is 0, and its first byte is not. */
function positive(bytes: Buffer): ArrayBuffer {
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return arrayBufferOf(bytes);
}
