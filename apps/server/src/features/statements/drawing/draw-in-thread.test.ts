import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { amountOf } from '@florin/money';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSigner } from '../../../../test/document-signer.ts';
import { drawnStatement as statement } from '../../../../test/drawn-statement.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { drawingThread } from '../../../../test/server-program.ts';
import type { Receipt } from '../receipt.ts';
import { openDocuments, type Documents, type DrawnDocument } from './draw-in-thread.ts';

const { signer } = await createSigner();
let documents: Documents;
const open = (options: Partial<Parameters<typeof openDocuments>[0]> = {}) =>
  (documents = openDocuments({ signer, file: drawingThread, ...options }));
afterEach(() => documents.close());

const mortal = new URL('../../../../test/mortal-drawing-thread.ts', import.meta.url);

const head = { mode: 'live', brand: 'Florin', picture: 'coin' } as const;
const receipt = (title = 'Payment'): DrawnDocument => ({ kind: 'receipt', receipt: { ...paper, title }, head });
const paper: Receipt = {
  id: 'h1',
  title: 'Payment',
  description: 'Sent to Jonas',
  status: 'completed',
  headline: '−$102.00',
  facts: [],
  sum: { parts: [], total: { name: 'Total paid', value: '$102.00' } },
  timeline: [],
};

const read = async (drawing: Promise<Readable>) => readPdf(await buffer(await drawing));

describe('drawing documents in a thread', () => {
  test('draws each line of a statement with its id and numbers every page', async () => {
    const shown = await read(open().draw(...statement(120)));
    expect(shown.filter(({ text }) => text === '1042-7')).toHaveLength(120);
    expect(shown.filter(({ text }) => /^Page \d of 6$/.test(text)).map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('rejects lines that do not add up to the closing balance', async () => {
    const [{ ...wrong }, lines] = statement(3);
    if (wrong.kind === 'statement')
      Object.assign(wrong, { statement: { ...wrong.statement, closing: amountOf('USD', 1n) } });
    await expect(open().draw(wrong, lines)).rejects.toThrow('do not add up to its closing balance');
  });

  // Rules: identity-17
  test('interleaves documents by page, so that a receipt finishes before a 40-page statement', async () => {
    open();
    // Starts both threads first, because a thread that is still loading would decide the order.
    await Promise.all([read(documents.draw(receipt())), read(documents.draw(receipt()))]);
    const finished: string[] = [];
    const long = [1, 2].map(async () => {
      await read(documents.draw(...statement(1_000)));
      finished.push('statement');
    });
    const short = read(documents.draw(receipt())).then(() => finished.push('receipt'));
    await Promise.all([...long, short]);
    expect(finished).toEqual(['receipt', 'statement', 'statement']);
  });

  // Rules: identity-17
  test('restarts a document in a new thread if its thread ends before any output', async () => {
    open({ file: mortal });
    const shown = await read(documents.draw(receipt('end once')));
    expect(shown.map(({ text }) => text)).toContain('end once receipt');
  });

  test('rejects a document that ends each of its threads, and draws the next document', async () => {
    open({ file: mortal });
    await expect(documents.draw(receipt('end'))).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
    expect((await read(documents.draw(receipt()))).length).toBeGreaterThan(0);
  });

  test('rejects a document whose threads hang', async () => {
    open({ file: mortal, stepMs: 2_000 });
    await expect(documents.draw(receipt('stand still'))).rejects.toMatchObject({ code: 'busy' });
  });

  test('frees the place of an abandoned document and rejects the 65th concurrent one', async () => {
    open();
    const left = await Promise.all(Array.from({ length: 64 }, () => documents.draw(receipt())));
    await expect(documents.draw(receipt())).rejects.toMatchObject({ code: 'busy' });
    for (const stream of left) stream.destroy();
    await vi.waitFor(async () => expect((await read(documents.draw(receipt()))).length).toBeGreaterThan(0), {
      timeout: 30_000,
    });
  });

  test('draws a document only as far as its reader has read', async () => {
    const [head, lines] = statement(5_000);
    let linesRead = 0;
    const stream = await open().draw(head, async function* () {
      for await (const some of lines()) {
        linesRead += some.length;
        yield some;
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(linesRead).toBe(500);
    stream.destroy();
  });
});
