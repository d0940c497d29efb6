import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachedProof, certificatesIn, verifyPdf } from '../../../../../../packages/verify/src/pdf.ts';
import { verifyProof } from '../../../../../../packages/verify/src/index.ts';
import { readQrCodes } from '../../../../test/read-qr-codes.ts';
import { asManyAsAServer, createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { issueWithSettings } from '../../../../test/write-invoice.ts';
import { followJournal } from '../../proofs/log/follow-journal.ts';
import { createSelfSigned } from './self-signed.ts';

const run = promisify(execFile);
const hasPdfsig = await run('pdfsig', ['-v']).then(
  () => true,
  () => false,
);

type Name = 'receipt' | 'statement' | 'invoice';
let florin: TestApp;
let certificates: Uint8Array[];
let folder: string;
const files = new Map<Name, Uint8Array<ArrayBuffer>>();
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: 'https://florin.example' }, {}, asManyAsAServer);
  folder = await mkdtemp(path.join(tmpdir(), 'florin-verified-files-'));
  const [ines, { user }] = [await florin.signUpWith('300.00', 'Ines'), await florin.signUp('Jonas')];
  const { client } = ines;
  const { id } = await client.call(endpoints.sendMoney, { body: { recipient_email: user.email, amount: '1.00' } });
  await followJournal(florin.app.dependencies.log);
  const month = new Date().toISOString().slice(0, 7);
  const invoice = await issueWithSettings(ines);
  const open = {
    receipt: () => client.open(endpoints.getReceipt, { params: { id } }),
    statement: () => client.open(endpoints.getStatement, { params: { wallet: 'USD', month } }),
    invoice: () => client.open(endpoints.printInvoice, { params: { id: invoice.id } }),
  };
  for (const name of names) files.set(name, new Uint8Array(await (await open[name]()).arrayBuffer()));
  const { body } = await florin.app.http.inject({ url: '/.well-known/florin-documents.pem' });
  certificates = certificatesIn(body);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await florin.close();
});

const names = ['receipt', 'statement', 'invoice'] as const;
const fileOf = (name: Name) => files.get(name) ?? new Uint8Array();
const outcomeOf = async (pdf: Uint8Array<ArrayBuffer>) => (await verifyPdf(pdf, certificates)).outcome;
const appended = (pdf: Uint8Array, text: string) => new Uint8Array(Buffer.concat([pdf, Buffer.from(text)]));
const update =
  '99 0 obj\n<< /Type /Page >>\nendobj\nxref\n0 0\ntrailer\n<< /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\n';

/** Changes a byte at 200 places over the file, and at each of the first 60 of the signature. */
function* changedFiles(pdf: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  const signature = Buffer.from(pdf).indexOf('/Contents <30') + '/Contents '.length;
  const spread = Array.from({ length: 200 }, (_, nth) => Math.floor((nth * (pdf.length - 1)) / 199));
  for (const at of [...spread, ...Array.from({ length: 60 }, (_, nth) => signature + nth)]) {
    const copy = Uint8Array.from(pdf);
    copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
    yield copy;
  }
}

/** Returns the output of pdfsig about the signatures. */
async function pdfsig(pdf: Uint8Array): Promise<string> {
  const file = path.join(folder, 'document.pdf');
  await writeFile(file, pdf);
  return run('pdfsig', ['-nocert', file]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

describe.each(names)('a real %s', (name) => {
  test('an independent verifier accepts the signature of a real document', async () => {
    expect(await verifyPdf(fileOf(name), certificates)).toMatchObject({ outcome: 'known', signer: { name: 'Florin' } });
  });

  test('a real document is refused with any changed byte and with appended bytes', async () => {
    for (const changed of changedFiles(fileOf(name))) expect(await outcomeOf(changed)).toMatch(/^(changed|unsigned)$/);
    for (const more of ['\n', update]) expect(await outcomeOf(appended(fileOf(name), more))).toBe('changed');
  });

  test('a real document is refused with the certificate of another house', async () => {
    const { certificate: stranger } = await createSelfSigned('Florin');
    expect((await verifyPdf(fileOf(name), [stranger])).outcome).toBe('another');
    const [own = new Uint8Array()] = certificates;
    const text = Buffer.from(fileOf(name)).toString('latin1');
    const swapped = text.replace(Buffer.from(own).toString('hex'), stranger.toString('hex'));
    expect(swapped).not.toBe(text);
    expect(await outcomeOf(new Uint8Array(Buffer.from(swapped, 'latin1')))).toBe('changed');
  });

  test.runIf(hasPdfsig)('pdfsig accepts a real document and rejects a changed one', async () => {
    const said = await pdfsig(fileOf(name));
    expect(said).toContain('Signature Validation: Signature is Valid.');
    expect(said).toContain('Total document signed');
    const middle = Uint8Array.from(fileOf(name));
    middle[1_000] = (middle[1_000] ?? 0) ^ 1;
    expect(await pdfsig(middle)).not.toContain('Signature is Valid.');
    expect(await pdfsig(appended(fileOf(name), update))).not.toContain('Total document signed');
  });
});

test('the attached proof and the code of a real receipt name the same entry', async () => {
  const proof = (await attachedProof(fileOf('receipt'))) ?? '';
  expect((await verifyProof(proof)).ok).toBe(true);
  const [entry] = (JSON.parse(proof) as { entries: { index: number; leaf: string }[] }).entries;
  const leaf = Buffer.concat([Buffer.of(0), Buffer.from(entry?.leaf ?? '', 'base64')]);
  const digest = createHash('sha256').update(leaf).digest('hex').slice(0, 16);
  expect(readQrCodes(Buffer.from(fileOf('receipt')))).toEqual([
    `https://florin.example/verify#entry=${entry?.index}.${digest}`,
  ]);
});
