import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endpoints } from '@florin/contract';
import { afterAll, expect, test } from 'vitest';
import { certificatesIn, verifyPdf } from '../../../../../../packages/verify/src/pdf.ts';
import { readSignature } from '../../../../test/read-signature.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { startTimeStampServer } from '../../../../test/time-stamp-server.ts';
import { selfSign } from './self-signed.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'florin-own-certificate-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('documents are signed with the institution’s own RSA certificate and a time stamp, and a public address shows the certificate', async () => {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { certificate, privateKey } = await selfSign(keys, 'Example Bank documents');
  const [certificateFile, keyFile] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
  writeFileSync(certificateFile, new X509Certificate(certificate).toString());
  writeFileSync(keyFile, `-----BEGIN PRIVATE KEY-----\n${privateKey.toString('base64')}\n-----END PRIVATE KEY-----\n`);
  const stamps = await startTimeStampServer();
  const florin = await createTestApp({
    FLORIN_PDF_CERTIFICATE: certificateFile,
    FLORIN_PDF_KEY: keyFile,
    FLORIN_TIMESTAMP_URL: stamps.url,
  });
  const { client } = await florin.signUp();
  const month = new Date().toISOString().slice(0, 7);
  const answer = await client.open(endpoints.getStatement, { params: { wallet: 'EUR', month } });
  const pdf = new Uint8Array(await answer.arrayBuffer());
  const read = readSignature(pdf);
  expect(read.certificate.raw).toEqual(certificate);
  expect(read.reason).toBe('Signed with a time stamp.');
  expect(read.timeStamp).toBeDefined();
  const { body } = await florin.app.http.inject({ url: '/.well-known/florin-documents.pem' });
  expect(new X509Certificate(body).raw).toEqual(certificate);
  expect(await verifyPdf(pdf, certificatesIn(body))).toMatchObject({ outcome: 'known' });
  await florin.close();
  await stamps.close();
});
