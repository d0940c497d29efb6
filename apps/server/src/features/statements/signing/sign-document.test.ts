import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { buffer } from 'node:stream/consumers';
import { SignedData, TSTInfo } from 'pkijs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSigner } from '../../../../test/document-signer.ts';
import { drawnStatement } from '../../../../test/drawn-statement.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { readSignature } from '../../../../test/read-signature.ts';
import { drawingThread } from '../../../../test/server-program.ts';
import { startTimeStampServer } from '../../../../test/time-stamp-server.ts';
import { openDocuments, type Documents, type DrawnDocument } from '../drawing/draw-in-thread.ts';

const document: DrawnDocument = {
  kind: 'receipt',
  receipt: {
    id: '1042-7',
    title: 'Payment',
    description: 'Sent to Jonas',
    status: 'completed',
    headline: '−$102.00',
    facts: [],
    sum: { parts: [], total: { name: 'Total paid', value: '$102.00' } },
    timeline: [],
  },
  head: { mode: 'live', brand: 'Florin', picture: 'coin' },
};

/** Returns who signed the document and how, or `refused`. */
function verdictOf(pdf: Buffer): string {
  try {
    const { certificate, signature, reason } = readSignature(pdf);
    return `${certificate.fingerprint256} ${signature.toString('hex')} ${reason}`;
  } catch {
    return 'refused';
  }
}

let stamps: Awaited<ReturnType<typeof startTimeStampServer>>;
beforeAll(async () => (stamps = await startTimeStampServer()));
afterAll(() => stamps.close());
beforeEach(() => stamps.failWith(undefined));

const opened: Documents[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));

async function open(options: Parameters<typeof createSigner>[0] = {}) {
  const { signer, certificate } = await createSigner(options);
  const documents = openDocuments({ signer, file: drawingThread });
  opened.push(documents);
  return { documents, certificate, draw: async (one = document) => buffer(await documents.draw(one)) };
}

describe('signed documents', () => {
  test('a signature is made with the key of the certificate and covers the whole document', async () => {
    const { draw, certificate } = await open();
    const pdf = await draw();
    const { certificate: named, reason, timeStamp } = readSignature(pdf);
    expect(named.fingerprint256).toBe(certificate.fingerprint256);
    expect({ reason, timeStamp }).toEqual({ reason: 'Signed without a time stamp.', timeStamp: undefined });
    expect(readPdf(pdf).map(({ text }) => text)).toContain(
      'All times are UTC. Issued and signed electronically, without a time stamp.',
    );
  });

  test('a changed byte outside the signature is always refused, and a changed byte inside never changes the statement of the signature', async () => {
    const { draw } = await open();
    const pdf = await draw();
    const start = pdf.indexOf('/Contents <') + '/Contents '.length;
    const end = pdf.indexOf('>', start) + 1;
    const original = verdictOf(pdf);
    fc.assert(
      fc.property(fc.nat(pdf.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(pdf);
        changed[at] = (changed[at] ?? 0) ^ change;
        const isInside = at >= start && at < end;
        expect(isInside ? ['refused', original] : ['refused']).toContain(verdictOf(changed));
      }),
      { numRuns: 300 },
    );
    expect(() => readSignature(Buffer.concat([pdf, Buffer.from('\n')]))).toThrow('not the whole document');
  });

  test('documents drawn at the same time each have a valid signature', async () => {
    const { draw } = await open();
    const all = await Promise.all(Array.from({ length: 20 }, () => draw()));
    for (const pdf of all) expect(readSignature(pdf).reason).toBe('Signed without a time stamp.');
  });

  test('signing a long statement holds only its last part in memory, even with long texts in its lines', async () => {
    const { documents } = await open();
    const sizes = async (count: number) => {
      const parts: Buffer[] = [];
      for await (const part of await documents.draw(...drawnStatement(count)))
        parts.push(Buffer.from(part as Uint8Array));
      const pdf = Buffer.concat(parts);
      expect(readSignature(pdf).reason).toBe('Signed without a time stamp.');
      return {
        whole: pdf.length,
        last: parts.at(-1)?.length ?? 0,
        largest: Math.max(...parts.map(({ length }) => length)),
      };
    };
    const [short, long] = [await sizes(50), await sizes(2_000)];
    expect(long.whole).toBeGreaterThan(short.whole * 5);
    // Each page adds some objects of 20 bytes each to the table at the end, and a reference to the list of pages.
    expect(long.last - short.last).toBeLessThan(((2_000 - 50) / 25) * 200);
    expect(long.largest).toBe(long.last);
  });

  test("a member's text that looks like a signature does not confuse the signer", async () => {
    const { draw } = await open();
    const name = '/ByteRange [0 9999999999 9999999999 9999999999] /Contents <00000000000000000000>';
    const invoice: DrawnDocument = {
      kind: 'invoice',
      invoice: {
        title: name,
        number: '1',
        issuer: [name],
        customer: [name],
        facts: [],
        lines: [],
        taxes: [],
        sums: [],
        total: { name: 'Total', value: '$1.00' },
        settled: [],
        note: name,
        link: undefined,
        transfer: undefined,
      },
      head: { mode: 'live', brand: 'Florin', picture: undefined },
    };
    expect(readSignature(await draw(invoice)).reason).toBe('Signed without a time stamp.');
  });

  test('the certificate and the signature contain a brand in non-Latin letters', async () => {
    const { draw } = await open({ name: 'Złoty ₿ank (日本)' });
    expect(readSignature(await draw()).certificate.subject).toBe('CN=Złoty ₿ank (日本)');
  });
});

describe('time stamps', () => {
  test('a time stamp covers the signature, and the document says that it has a time stamp', async () => {
    const { draw } = await open({ timeStampUrl: stamps.url });
    const pdf = await draw();
    const { reason, timeStamp, signature } = readSignature(pdf);
    expect(reason).toBe('Signed with a time stamp.');
    const signed = new SignedData({ schema: timeStamp?.content });
    const { messageImprint, genTime } = TSTInfo.fromBER(
      signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(),
    );
    const digest = createHash('sha256').update(signature).digest();
    expect(Buffer.from(messageImprint.hashedMessage.valueBlock.valueHexView)).toEqual(digest);
    expect(Math.abs(genTime.getTime() - Date.now())).toBeLessThan(60_000);
    expect(readPdf(pdf).map(({ text }) => text)).toContain('All times are UTC. Issued and signed electronically.');
  });

  test('a document without its time stamp is signed and says so, and other documents do not wait for the time stamp server', async () => {
    const { draw } = await open({ timeStampUrl: stamps.url });
    stamps.failWith('refuses');
    expect(readSignature(await draw())).toMatchObject({
      reason: 'Signed without a time stamp.',
      timeStamp: undefined,
    });
    const before = stamps.requests();
    stamps.failWith(undefined);
    expect(readSignature(await draw()).timeStamp).toBeUndefined();
    expect(stamps.requests()).toBe(before);
  });
});
