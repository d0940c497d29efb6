import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemsOf } from '../test/config-problems.ts';
import { parseConfig } from './config.ts';
import { createSelfSigned } from './features/statements/signing/self-signed.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'florin-documents-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};
const pem = (kind: string, der: Buffer) =>
  `-----BEGIN ${kind}-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END ${kind}-----\n`;

let certificate: string;
let key: string;
let raw: Buffer;
beforeAll(async () => {
  const pair = await createSelfSigned('Example Bank');
  raw = pair.certificate;
  certificate = write('certificate.pem', new X509Certificate(raw).toString());
  key = write('key.pem', pem('PRIVATE KEY', pair.privateKey));
});

test('reads a certificate, the certificates of its authorities, and the key', () => {
  expect(parseConfig({}).documentSigning).toEqual({ certificate: undefined, timeStampUrl: undefined });
  const chain = write('chain.pem', new X509Certificate(raw).toString().repeat(2));
  const { documentSigning } = parseConfig({ FLORIN_PDF_CERTIFICATE: chain, FLORIN_PDF_KEY: key });
  expect(documentSigning.certificate?.certificates).toEqual([raw, raw]);
  expect(documentSigning.certificate?.key.type).toBe('private');
});

test('rejects a certificate without its key, and a key without its certificate', () => {
  const needs = ['FLORIN_PDF_CERTIFICATE and FLORIN_PDF_KEY need each other: set both or none.'];
  expect(problemsOf({ FLORIN_PDF_CERTIFICATE: certificate })).toEqual(needs);
  expect(problemsOf({ FLORIN_PDF_KEY: key })).toEqual(needs);
});

test('rejects files that are missing, not PEM, or unusable for signing', async () => {
  const problems = (more: Record<string, string>) =>
    problemsOf({ FLORIN_PDF_CERTIFICATE: certificate, FLORIN_PDF_KEY: key, ...more });
  const pkcs8 = { format: 'pem', type: 'pkcs8' } as const;
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pkcs8);
  const ed25519 = generateKeyPairSync('ed25519').privateKey.export(pkcs8);
  const old = await createSelfSigned('Example Bank', new Date('2001-01-01'));
  const oldFile = write('old.pem', new X509Certificate(old.certificate).toString());
  const missing = path.join(folder, 'missing.pem');
  expect(problems({})).toEqual([]);
  expect(problems({ FLORIN_PDF_KEY: missing })).toEqual([
    `FLORIN_PDF_KEY: ${missing} cannot be read. Check the path and its rights.`,
  ]);
  const text = write('text.pem', 'hunter2');
  expect(problems({ FLORIN_PDF_KEY: text })).toEqual([
    `FLORIN_PDF_KEY: ${text} must be a PEM file without a password.`,
  ]);
  expect(problems({ FLORIN_PDF_CERTIFICATE: text })).toEqual([
    `FLORIN_PDF_CERTIFICATE: ${text} must be a PEM file without a password.`,
  ]);
  expect(problems({ FLORIN_PDF_KEY: write('other.pem', String(other)) })).toEqual([
    'FLORIN_PDF_KEY is not the key of the first certificate in FLORIN_PDF_CERTIFICATE.',
  ]);
  expect(problems({ FLORIN_PDF_KEY: write('ed25519.pem', String(ed25519)) })).toEqual([
    expect.stringMatching(/^FLORIN_PDF_KEY must be an RSA key/),
  ]);
  const oldKey = write('old-key.pem', pem('PRIVATE KEY', old.privateKey));
  expect(problems({ FLORIN_PDF_CERTIFICATE: oldFile, FLORIN_PDF_KEY: oldKey })).toEqual([
    expect.stringMatching(/^FLORIN_PDF_CERTIFICATE ended on Jan +1 .*2011 GMT. Renew it\.$/),
  ]);
});

test('accepts the address of a time stamp server, without a user name', () => {
  const { documentSigning } = parseConfig({ FLORIN_TIMESTAMP_URL: 'http://tsa.example/tsr' });
  expect(documentSigning.timeStampUrl).toBe('http://tsa.example/tsr');
  for (const url of ['tsa.example', 'ftp://tsa.example/', 'http://hunter2@tsa.example/'])
    expect(problemsOf({ FLORIN_TIMESTAMP_URL: url })).toEqual([
      'FLORIN_TIMESTAMP_URL must be an http(s) address without a user name.',
    ]);
});
