import { createHash, X509Certificate } from 'node:crypto';
import { endpoints, type Proof } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../../../test/read-pdf.ts';
import { plainRoot, readLog } from '../../../../test/read-log.ts';
import { readQrCodes } from '../../../../test/read-qr-codes.ts';
import { readAttachment, readSignature } from '../../../../test/read-signature.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { issueWithSettings } from '../../../../test/write-invoice.ts';
import { followJournal } from '../../proofs/log/follow-journal.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: 'https://florin.example' }, {}, asManyAsAServer);
  [ines, jonas] = [await florin.signUpWith('300.00', 'Ines'), await florin.signUp('Jonas')];
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const pay = async () =>
  ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '1.00' } });
const bytesOf = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer());
const receipt = (id: string, { client } = ines) => bytesOf(client.open(endpoints.getReceipt, { params: { id } }));
const textOf = (pdf: Buffer) =>
  readPdf(pdf)
    .map(({ text }) => text)
    .join(' ');

/** Returns the certificates that this installation publishes. */
async function statedCertificates(): Promise<X509Certificate[]> {
  const { body } = await florin.app.http.inject({ url: '/.well-known/florin-documents.pem' });
  return (body.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []).map((one) => new X509Certificate(one));
}

const hash = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

describe('signed files', () => {
  test('receipt, statement and invoice are signed with the certificate at the installation’s address', async () => {
    const { id } = await pay();
    const month = new Date().toISOString().slice(0, 7);
    const invoice = await issueWithSettings(ines);
    const files = [
      await receipt(id),
      await bytesOf(ines.client.open(endpoints.getStatement, { params: { wallet: 'USD', month } })),
      await bytesOf(ines.client.open(endpoints.printInvoice, { params: { id: invoice.id } })),
    ];
    const [certificate, ...others] = await statedCertificates();
    expect(others).toEqual([]);
    expect(certificate?.subject).toBe('CN=Florin');
    for (const file of files) {
      expect(readSignature(file).certificate.fingerprint256).toBe(certificate?.fingerprint256);
      expect(textOf(file)).toContain('signed electronically');
    }
  });

  test('a receipt has its proof attached, and its code leads to the entry of the log', async () => {
    const { id } = await pay();
    await followJournal(florin.app.dependencies.log);
    const pdf = await receipt(id);
    const proof = JSON.parse(readAttachment(pdf, 'florin-proof.json') ?? '') as Proof;
    expect(proof).toMatchObject({ format: 'florin-proof/1', email: null, secret: null, sums: null, balances: [] });
    const [entry, ...others] = proof.entries;
    if (!entry) throw new Error('The proof has no entry.');
    expect(others).toEqual([]);
    // The log, read without signing in, has this leaf at this index, and the checkpoint is of this log.
    const log = await readLog(florin.app);
    const leaf = Buffer.from(entry.leaf, 'base64');
    expect(log.entries[entry.index]).toEqual(leaf);
    expect(proof.checkpoint).toContain(plainRoot(log.entries).toString('base64'));
    expect(leaf.subarray(1, 33)).toEqual(hash(Buffer.from(entry.header)));
    for (const { place, text } of entry.postings)
      expect(leaf.subarray(1 + place * 32, 33 + place * 32)).toEqual(hash(Buffer.from(text)));
    const digest = hash(Buffer.of(0), leaf).toString('hex').slice(0, 16);
    expect(readQrCodes(pdf)).toEqual([`https://florin.example/verify#entry=${entry.index}.${digest}`]);
    expect(textOf(pdf)).toContain(`Log entry ${entry.index}, ${digest} The proof is attached.`);
  });

  test('the proof of the recipient’s receipt has only the recipient’s postings', async () => {
    await pay();
    await followJournal(florin.app.dependencies.log);
    const [received] = await jonas.client.call(endpoints.listTransactions, { query: {} });
    const pdf = await receipt(received?.id ?? '', jonas);
    const proof = JSON.parse(readAttachment(pdf, 'florin-proof.json') ?? '') as Proof;
    expect(proof.entries[0]?.postings.map(({ account }) => account)).toEqual([received?.id.split('-')[0]]);
  });

  test('a receipt whose entry is not in the log yet says that the proof follows', async () => {
    const { id } = await pay();
    const pdf = await receipt(id);
    expect(readSignature(pdf).reason).toBe('Signed without a time stamp.');
    expect(readAttachment(pdf, 'florin-proof.json')).toBeUndefined();
    expect(readQrCodes(pdf)).toEqual(['https://florin.example/verify']);
    expect(textOf(pdf)).toContain('The proof follows:');
  });

  test('the code of a statement has the number that the statement prints and the signed file contains', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const read = () => bytesOf(ines.client.open(endpoints.getStatement, { params: { wallet: 'USD', month } }));
    const [first, second] = [await read(), await read()];
    const [link = ''] = readQrCodes(first);
    const number = /^https:\/\/florin\.example\/verify#document=(USD-\d{4}-\d\d-[\dA-F]{10})$/.exec(link)?.[1] ?? '';
    expect(textOf(first)).toContain(`Document ${number}`);
    expect(first.toString('latin1')).toContain(`(${number})`);
    expect(readQrCodes(second)).not.toEqual([link]);
  });
});
