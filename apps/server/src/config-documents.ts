import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { webAddress } from './config-feeds.ts';

/** The institution's own certificate and its key. */
export type DocumentCertificate = {
  /** In DER: first the signer's certificate, then the certificates up to its authority. */
  readonly certificates: readonly Buffer[];
  readonly key: KeyObject;
};

/** How PDFs are signed. */
export type DocumentSigningConfig = {
  /** Without it, Florin creates a certificate. */
  readonly certificate: DocumentCertificate | undefined;
  /** The server for time stamps (RFC 3161). */
  readonly timeStampUrl: string | undefined;
};

type Environment = Record<string, string | undefined>;

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const curves = ['prime256v1', 'secp384r1', 'secp521r1'];
const minRsaBits = 2048;

export const documentSigningOf = (env: Environment, problems: string[]): DocumentSigningConfig => ({
  certificate: certificateOf(env, problems),
  timeStampUrl: timeStampUrlOf(env, problems),
});

/** Reads FLORIN_PDF_CERTIFICATE and FLORIN_PDF_KEY. */
function certificateOf(env: Environment, problems: string[]): DocumentCertificate | undefined {
  const [certificateFile, keyFile] = [env['FLORIN_PDF_CERTIFICATE'], env['FLORIN_PDF_KEY']];
  if (!certificateFile && !keyFile) return undefined;
  if (!certificateFile || !keyFile) {
    problems.push('FLORIN_PDF_CERTIFICATE and FLORIN_PDF_KEY need each other: set both or none.');
    return undefined;
  }
  try {
    const certificates = read('FLORIN_PDF_CERTIFICATE', certificateFile, certificatesIn);
    const key = read('FLORIN_PDF_KEY', keyFile, createPrivateKey);
    const problem = problemOf(certificates[0], key);
    if (problem !== undefined) problems.push(problem);
    return { certificates: certificates.map(({ raw }) => raw), key };
  } catch (error) {
    problems.push(String(error instanceof Error ? error.message : error));
    return undefined;
  }
}

/** A problem does not repeat the contents of the file. */
function read<Result>(name: string, file: string, parse: (text: string) => Result): Result {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`${name}: ${file} cannot be read. Check the path and its rights.`);
  }
  try {
    return parse(text);
  } catch {
    throw new Error(`${name}: ${file} must be a PEM file without a password.`);
  }
}

function certificatesIn(pem: string): X509Certificate[] {
  const found = pem.match(pemCertificate) ?? [];
  if (found.length === 0) throw new Error('no certificate');
  return found.map((one) => new X509Certificate(one));
}

function problemOf(certificate: X509Certificate | undefined, key: KeyObject): string | undefined {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  const isUsable = key.asymmetricKeyType === 'rsa' ? modulusLength >= minRsaBits : curves.includes(namedCurve);
  if (!isUsable)
    return 'FLORIN_PDF_KEY must be an RSA key of at least 2048 bits or an EC key with P-256, P-384 or P-521.';
  if (!certificate?.checkPrivateKey(key))
    return 'FLORIN_PDF_KEY is not the key of the first certificate in FLORIN_PDF_CERTIFICATE.';
  const { validTo } = certificate;
  return Date.parse(validTo) < Date.now() ? `FLORIN_PDF_CERTIFICATE ended on ${validTo}. Renew it.` : undefined;
}

/** Reads the address of the server for time stamps (RFC 3161). Its answers are signed, so http is safe. */
function timeStampUrlOf(env: Environment, problems: string[]): string | undefined {
  const text = env['FLORIN_TIMESTAMP_URL'];
  if (!text) return undefined;
  const url = webAddress(text);
  if (!url || url.username !== '' || url.password !== '')
    problems.push('FLORIN_TIMESTAMP_URL must be an http(s) address without a user name.');
  return url?.href;
}
