import { latin } from './attachment.ts';
import { type Bytes, check, equal, hex, reasonOf } from './bytes.ts';
import { contentOf, inside, isWhole, octets, sequence, set, type Value, valuesIn } from './der.ts';

export { attachedProof, inflated } from './attachment.ts';

/**
 * `known`: signed with one of the given certificates. `another`: with another certificate. `uncompared`: no certificate
 * was given. `changed`: these are not the signed bytes. `unsigned`: the PDF has no signature.
 */
export type PdfOutcome = 'known' | 'another' | 'uncompared' | 'changed' | 'unsigned';
export type PdfSigner = { name: string; fingerprint: string };
export type PdfVerdict = { outcome: PdfOutcome; detail: string; signer?: PdfSigner };

/**
 * Checks whether the signature of a PDF covers the whole file, and finds the signature's certificate. Never throws.
 *
 * @param certificates the certificates in DER that the house publishes
 */
export async function verifyPdf(pdf: Bytes, certificates?: readonly Uint8Array[]): Promise<PdfVerdict> {
  try {
    const text = latin(pdf);
    if (!text.includes('/ByteRange')) return { outcome: 'unsigned', detail: 'This PDF has no signature.' };
    const { covered, cms } = splitAtSignature(pdf, text);
    const certificate = await openSignature(cms, await digestOf(covered));
    const name = nameIn(certificate);
    const signer = { name, fingerprint: hex(await digestOf(certificate.whole)) };
    const isKnown = certificates?.some((one) => equal(one, certificate.whole));
    const outcome = isKnown === undefined ? 'uncompared' : isKnown ? 'known' : 'another';
    const detail = outcome === 'another' ? ', but not with a certificate of the house' : '';
    return { outcome, detail: `The whole file is signed by “${name}”${detail}.`, signer };
  } catch (error) {
    return { outcome: 'changed', detail: reasonOf(error) };
  }
}

/** Reads the certificates of a PEM text, as bytes in DER. */
export const certificatesIn = (pem: string): Bytes[] =>
  Array.from(pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END/g), ([, base64 = '']) =>
    Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (letter) => letter.codePointAt(0) ?? 0),
  );

const digestOf = async (bytes: Uint8Array): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));

/** A signature has at most 64 KB. Each byte has two digits. */
const maxDigits = 140_000;

/**
 * Splits a PDF into the signed bytes, which must be all bytes, and the signature between. So an attacker cannot append,
 * leave out, or put bytes next to the signature. A member's text that looks like a signature has wrong positions.
 */
function splitAtSignature(pdf: Bytes, text: string): { covered: Bytes; cms: Bytes } {
  let place: { start: number; end: number } | undefined;
  for (const found of text.matchAll(/\/ByteRange ?\[0 (\d{1,9}) (\d{1,9}) (\d{1,9})\]\s*\/Contents ?</g)) {
    const [start = 0, end = 0, rest = 0] = found.slice(1).map(Number);
    if (found.index + found[0].length - 1 !== start || end < start || end + rest !== pdf.length) continue;
    check(!place, 'The file has two signatures.');
    place = { start, end };
  }
  check(
    place && place.end - place.start < maxDigits,
    'The signature does not cover the whole file, or is in another form.',
  );
  const { start, end } = place;
  const [, digits = ''] = /^<((?:[\da-f]{2})+)>$/.exec(text.slice(start, end)) ?? [];
  const padded = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const length = 4 + (padded[2] ?? 0) * 256 + (padded[3] ?? 0);
  const isAlone = padded[0] === sequence && padded[1] === 0x82 && padded.subarray(length).every((byte) => byte === 0);
  check(isAlone, 'The signature is malformed.');
  const covered = new Uint8Array(pdf.length - (end - start));
  covered.set(pdf.subarray(0, start));
  covered.set(pdf.subarray(end), start);
  return { covered, cms: padded.slice(0, length) };
}

const oid = {
  signedData: '06092a864886f70d010702',
  data: '06092a864886f70d010701',
  contentType: '06092a864886f70d010903',
  messageDigest: '06092a864886f70d010904',
  signingCertificate: '060b2a864886f70d010910022f',
  commonName: '0603550403',
};
const version1 = '020101';
const sha256Forms = ['300d06096086480165030402010500', '300b0609608648016503040201'];

/** Opens a CMS signature of a digest (RFC 5652, CAdES-B). Returns the certificate of the signer. */
async function openSignature(cms: Bytes, digest: Bytes): Promise<Value> {
  const [whole, ...others] = valuesIn(cms);
  const [type, wrapped] = inside(whole);
  const [data] = inside(wrapped, 0xa0);
  const [version, algorithms, content, certificates, signers] = inside(data);
  const [algorithm] = inside(algorithms, set);
  const isPlain = isWhole(type, oid.signedData) && isWhole(version, version1) && isWhole(algorithm, ...sha256Forms);
  check(isPlain && others.length === 0 && isWhole(content, `300b${oid.data}`), 'The signature has another form.');
  const [signer, ...more] = inside(signers, set);
  const [form, id, hash, attributes, method, signature, ...unsigned] = inside(signer);
  const isOnly = more.length === 0 && isWhole(form, version1) && isWhole(hash, ...sha256Forms) && unsigned.length <= 1;
  check(isOnly, 'The signature has another form.');
  const certificate = inside(certificates, 0xa0).find((one) => equal(contentOf(id, sequence), issuerAndSerial(one)));
  check(certificate, 'The certificate of the signature is missing.');
  await checkAttributes(attributes, digest, certificate);
  const signed = Uint8Array.from(attributes?.whole ?? []);
  signed[0] = set;
  const isRight = await verifySignature(keyIn(certificate), method, contentOf(signature, octets), signed);
  check(isRight, 'The signature is wrong.');
  return certificate;
}

/** Rejects signed attributes of another document or certificate. */
async function checkAttributes(attributes: Value | undefined, digest: Bytes, certificate: Value): Promise<void> {
  const pairs = inside(attributes, 0xa0).map((attribute) => inside(attribute));
  const values = new Map(pairs.map(([type, value]) => [type && hex(type.whole), inside(value, set)[0]]));
  check(values.size === pairs.length, 'The signature has another form.');
  const signedDigest = contentOf(values.get(oid.messageDigest), octets);
  check(isWhole(values.get(oid.contentType), oid.data), 'The signature has another form.');
  check(equal(signedDigest, digest), 'The file was changed after it was signed.');
  const [list] = inside(values.get(oid.signingCertificate));
  const [first] = inside(list);
  const [named] = inside(first);
  const isNamed = equal(contentOf(named, octets), await digestOf(certificate.whole));
  check(isNamed, 'The signature is of another certificate.');
}

/** Returns the fields of a certificate from its serial number on (RFC 5280). */
function fieldsOf(certificate: Value): Value[] {
  const [first, ...others] = inside(inside(certificate)[0]);
  return first?.tag === 0xa0 ? others : [];
}
const keyIn = (certificate: Value): Value | undefined => fieldsOf(certificate)[5];

function issuerAndSerial(certificate: Value): Bytes {
  const [serial, , issuer] = fieldsOf(certificate);
  return Uint8Array.from([...(issuer?.whole ?? []), ...(serial?.whole ?? [])]);
}

function nameIn(certificate: Value): string {
  const parts = inside(fieldsOf(certificate)[4]).flatMap((part) => inside(part, set).map((pair) => inside(pair)));
  const [, name] = parts.find(([type]) => isWhole(type, oid.commonName)) ?? [];
  return new TextDecoder().decode(name?.content).replaceAll(/\p{C}/gu, '?') || 'unknown';
}

const rsa = {
  key: '300d06092a864886f70d0101010500',
  methods: ['300d06092a864886f70d01010b0500', '300b06092a864886f70d01010b', '300d06092a864886f70d0101010500'],
};
const ecdsaWithSha256 = '300a06082a8648ce3d040302';
const curves: Readonly<Record<string, [name: string, bytes: number]>> = {
  '301306072a8648ce3d020106082a8648ce3d030107': ['P-256', 32],
  '301006072a8648ce3d020106052b81040022': ['P-384', 48],
  '301006072a8648ce3d020106052b81040023': ['P-521', 66],
};

/** Verifies a signature with SHA-256 by RSA (PKCS #1 v1.5) or ECDSA. */
async function verifySignature(
  key: Value | undefined,
  method: Value | undefined,
  signature: Uint8Array,
  signed: Bytes,
) {
  const [kind] = inside(key);
  const spki = Uint8Array.from(key?.whole ?? []);
  if (isWhole(kind, rsa.key)) {
    check(isWhole(method, ...rsa.methods), 'The signature has another form.');
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    const rsaKey = await crypto.subtle.importKey('spki', spki, algorithm, false, ['verify']);
    return crypto.subtle.verify(algorithm, rsaKey, Uint8Array.from(signature), signed);
  }
  const curve = curves[kind ? hex(kind.whole) : ''];
  check(curve && isWhole(method, ecdsaWithSha256), 'The certificate has a key other than RSA, P-256, P-384 and P-521.');
  const [namedCurve, bytes] = curve;
  const [pair, ...others] = valuesIn(signature);
  const numbers = inside(pair).map((number) => contentOf(number, 0x02));
  check(others.length === 0 && numbers.length === 2, 'The signature is malformed.');
  const raw = numbers
    .map((number) =>
      hex(number)
        .replace(/^00(?=[89a-f])/, '')
        .padStart(2 * bytes, '0'),
    )
    .join('');
  const point = Uint8Array.from(raw.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
  const ecKey = await crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve }, false, ['verify']);
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, ecKey, point, signed);
}
