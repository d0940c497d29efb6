import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attachedProof, certificatesIn, verifyPdf } from '../src/pdf.ts';
import { cmsOf, pdfSigner, pemOf, signedPdf, type CmsTricks, type PdfTricks } from './pdf-maker.ts';

const house = pdfSigner('Florin');
const thief = pdfSigner('Florin');
const certificates = certificatesIn(pemOf(house));
const good = signedPdf(house);
const bytesOf = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));

const judged = async (pdf: Uint8Array<ArrayBuffer>, known = certificates) => {
  const { outcome, detail } = await verifyPdf(pdf, known);
  return `${outcome}: ${detail}`;
};
const notWhole = 'changed: The signature does not cover the whole file, or is in another form.';

test('a signed PDF is accepted, and names its certificate', async () => {
  const fingerprint = createHash('sha256').update(house.certificate).digest('hex');
  const signer = { name: 'Florin', fingerprint };
  const detail = 'The whole file is signed by “Florin”.';
  expect(await verifyPdf(good, certificates)).toEqual({ outcome: 'known', detail, signer });
  expect(await verifyPdf(good)).toEqual({ outcome: 'uncompared', detail, signer });
});

test.each(['P-384', 'P-521', 'rsa'] as const)('a signed PDF is accepted with a key of the kind %s', async (kind) => {
  const signer = pdfSigner('Złoty ₿ank', kind);
  expect(await judged(signedPdf(signer), certificatesIn(pemOf(house, signer)))).toMatch(/^known: .+“Złoty ₿ank”\.$/);
});

test('a signed PDF of another certificate with the same name is not the house’s', async () => {
  expect(await judged(signedPdf(thief))).toMatch(/^another: .+ not with a certificate of the house\.$/);
});

test('a signed PDF may have texts that look like a signature', async () => {
  const before = '/ByteRange [0 9999 9999 9999] /Contents <00>';
  expect(await judged(signedPdf(house, { before, after: before }))).toMatch(/^known/);
});

test('a signed PDF may have unchecked authorities and an unchecked time stamp in its signature', async () => {
  const unsigned = Buffer.from('a1023000', 'hex');
  const cms = (covered: Uint8Array) =>
    cmsOf(covered, house, { certificates: [thief.certificate, house.certificate], unsigned });
  expect(await judged(signedPdf(house, { cms }))).toMatch(/^known/);
});

test('a PDF is refused with any changed bit', async () => {
  const start = Buffer.from(good).indexOf('<30');
  for (let at = 0; at < good.length; at++)
    for (let bit = 0; bit < 8; bit++) {
      const isPadding = at > start + 1_500 && at < good.length - 100;
      if (isPadding && bit !== at % 8) continue;
      const copy = Uint8Array.from(good);
      copy[at] = (copy[at] ?? 0) ^ (1 << bit);
      expect(await judged(copy), `bit ${bit} of byte ${at}`).toMatch(/^(changed|unsigned): /);
    }
});

test('a PDF is refused with appended bytes, an incremental update or a second signature', async () => {
  const update = '5 0 obj\n(another text)\nendobj\ntrailer << /Prev 0 >>\n%%EOF\n';
  for (const more of ['\n', '\0', update]) expect(await judged(bytesOf(good, more))).toBe(notWhole);
  const resigned = signedPdf(thief, { before: Buffer.from(good).toString('latin1') });
  expect(await judged(resigned)).toMatch(/^another/);
});

const ranges: [string, PdfTricks['range']][] = [
  ['starts after the beginning', (start, end, length) => `[9 ${start - 9} ${end} ${length - end}]`],
  ['ends before the end', (start, end, length) => `[0 ${start} ${end} ${length - end - 8}]`],
  ['leaves out a part before the signature', (start, end, length) => `[0 ${start - 8} ${end} ${length - end}]`],
  ['leaves out a part after the signature', (start, end, length) => `[0 ${start} ${end + 8} ${length - end - 8}]`],
  ['overlaps', (start, end, length) => `[0 ${length} 0 ${length - end + start}]`],
  ['covers the signature', (start, _, length) => `[0 ${start} ${start} ${length - start}]`],
  ['is empty', () => '[]'],
  ['has three numbers', (start, end) => `[0 ${start} ${end}]`],
  ['has negative numbers', (start, end, length) => `[0 ${start} ${end} -${length - end}]`],
  ['has huge numbers', (start, end) => `[0 ${start} ${end} 99999999999999999999]`],
  ['is null', () => 'null'],
];
test.each(ranges)('a PDF is refused if its signed range %s', async (_, range) => {
  expect(await judged(signedPdf(house, range && { range }))).toMatch(/^changed: The signature (does not|is mal)/);
});

test('a PDF is refused if its signature is moved and the old bytes stay', async () => {
  // The old signature is valid for the old bytes, which stay in the file before a new text.
  const text = Buffer.from(good).toString('latin1');
  const at = text.indexOf('<30');
  const moved = bytesOf(good.slice(0, at), '<00> (another text) ', good.slice(at));
  expect(await judged(moved)).toBe(notWhole);
});

const signatures: [string, CmsTricks | ((covered: Uint8Array) => Buffer), RegExp][] = [
  ['of other bytes', { digest: Buffer.alloc(32) }, /^changed: The file was changed/],
  ['that names another certificate', { named: thief.certificate }, /of another certificate/],
  ['without its certificate', { certificates: [thief.certificate] }, /certificate of the signature is missing/],
  ['with a null in place of CMS', () => Buffer.from('0500', 'hex'), /malformed/],
  ['with an endless length', () => Buffer.from('3082ffff', 'hex'), /malformed/],
  ['with deep nesting', () => Buffer.from(`30820ba8${'3080'.repeat(1_490)}`, 'hex'), /malformed/],
];
test.each(signatures)('a PDF is refused with a signature %s', async (_, tricks, reason) => {
  const cms = typeof tricks === 'function' ? tricks : (covered: Uint8Array) => cmsOf(covered, house, tricks);
  expect(await judged(signedPdf(house, { cms }))).toMatch(reason);
});

test('a PDF is refused with the certificate of the house and the signature of another key', async () => {
  const cms = (covered: Uint8Array) => cmsOf(covered, { ...house, key: thief.key });
  expect(await judged(signedPdf(house, { cms }))).toBe('changed: The signature is wrong.');
});

test('a PDF is refused without a signature', async () => {
  expect(await judged(bytesOf('%PDF-1.7\n1 0 obj\nendobj\n'))).toBe('unsigned: This PDF has no signature.');
});

describe('a hostile file', () => {
  const many = (text: string, bytes = 20_000_000) => text.repeat(Math.floor(bytes / text.length));
  const files: [string, string][] = [
    ['of nothing', ''],
    ['of zeros', many('\0')],
    ['of signed ranges', many('/ByteRange [0 1 2 3] /Contents <')],
    ['of unfinished ranges', many('/ByteRange [0 111111111 111111111 ')],
    ['of spaces in a range', `/ByteRange [0 1 2 3]${many(' ')}`],
    ['of streams', many('1 0 obj stream\n')],
    ['of attachments', many('1 0 obj /EmbeddedFile stream\n')],
    ['of compressed attachments', many('1 0 obj /EmbeddedFile /FlateDecode stream\n')],
  ];
  test.each(files)('a hostile PDF %s is judged in seconds', async (_, text) => {
    const bytes = bytesOf('%PDF-1.7\n', text);
    const started = performance.now();
    expect((await verifyPdf(bytes, certificates)).outcome).toMatch(/^(changed|unsigned)$/);
    expect(await attachedProof(bytes)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

test('the attached proof of a signed PDF is read', async () => {
  const attached = JSON.stringify({ format: 'florin-proof/1' });
  expect(await attachedProof(signedPdf(house, { attached }))).toBe(attached);
});

test('a text without certificates returns no certificates', () => expect(certificatesIn('hello')).toEqual([]));
