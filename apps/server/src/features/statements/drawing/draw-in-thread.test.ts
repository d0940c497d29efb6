import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { Transaction } from '@florin/contract';
import { amountOf } from '@florin/money';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readPdf } from '../../../../test/read-pdf.ts';
import { drawingThread } from '../../../../test/server-program.ts';
import type { Receipt } from '../receipt.ts';
import { openDocuments, type Documents, type DrawnDocument } from './draw-in-thread.ts';

let documents: Documents;
const open = (options: Parameters<typeof openDocuments>[0] = {}) =>
  (documents = openDocuments({ file: drawingThread, ...options }));
afterEach(() => documents.close());

const mortal = new URL('../../../../test/mortal-drawing-thread.ts', import.meta.url);

const receipt = (title = 'Payment'): DrawnDocument => ({ kind: 'receipt', receipt: { ...paper, title }, mode: 'live' });
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

const line: Transaction = {
  id: '1042-7',
  type: 'send',
  amount: -1,
  amount_exact: '-1.00',
  currency: 'USD',
  fee: 0,
  fee_exact: '0.00',
  counter_amount: 1,
  counter_amount_exact: '1.00',
  counter_currency: 'USD',
  status: 'completed',
  date: '2026-10-24T09:12:00.000Z',
  description: 'Sent to Jonas',
  timeline: [],
  can_cancel: false,
};

function statement(count: number): [DrawnDocument, () => AsyncGenerator<Transaction[]>] {
  const [usd, firstDay] = [(units: number) => amountOf('USD', BigInt(units)), new Date('2026-10-01T00:00:00Z')];
  const head = {
    opening: usd(count * 100),
    moneyIn: usd(0),
    moneyOut: usd(count * 100),
    closing: usd(0),
    count,
    holder: { name: 'Ines', email: 'ines@florin.example' },
    wallet: 'USD' as const,
    month: '2026-10',
    firstDay,
    lastDay: new Date('2026-10-31T23:59:59.999Z'),
  };
  const lines = async function* () {
    for (let at = 0; at < count; at += 500) yield Array.from({ length: Math.min(500, count - at) }, () => line);
  };
  return [{ kind: 'statement', head, mode: 'live' }, lines];
}

const read = async (drawing: Promise<Readable>) => readPdf(await buffer(await drawing));

describe('a document that is drawn in a thread', () => {
  test('has every line of its month, each with its id, and says which of its pages each is', async () => {
    const shown = await read(open().draw(...statement(120)));
    expect(shown.filter(({ text }) => text === '1042-7')).toHaveLength(120);
    expect(shown.filter(({ text }) => /^Page \d of 6$/.test(text)).map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('of lines that do not lead to its closing balance fails', async () => {
    const [{ ...wrong }, lines] = statement(3);
    if (wrong.kind === 'statement') Object.assign(wrong, { head: { ...wrong.head, closing: amountOf('USD', 1n) } });
    await expect(open().draw(wrong, lines)).rejects.toThrow('do not lead to its closing balance');
  });

  // Rules: identity-17
  test('waits for the others page by page: a receipt is finished before a statement of forty pages', async () => {
    open();
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
  test('is begun again in a new thread when its thread ends before anything was sent', async () => {
    open({ file: mortal });
    const shown = await read(documents.draw(receipt('end once')));
    expect(shown.map(({ text }) => text)).toContain('end once receipt');
  });

  test('that ends each of its threads is refused, and the next one is drawn', async () => {
    open({ file: mortal });
    await expect(documents.draw(receipt('end'))).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
    expect((await read(documents.draw(receipt()))).length).toBeGreaterThan(0);
  });

  test('that stands still in each of its threads is refused', async () => {
    open({ file: mortal, stepMs: 2_000 });
    await expect(documents.draw(receipt('stand still'))).rejects.toMatchObject({ code: 'busy' });
  });

  test('that its reader leaves gives its place to another; the sixty-fifth at once is refused', async () => {
    open();
    const left = await Promise.all(Array.from({ length: 64 }, () => documents.draw(receipt())));
    await expect(documents.draw(receipt())).rejects.toMatchObject({ code: 'busy' });
    for (const stream of left) stream.destroy();
    await vi.waitFor(async () => expect((await read(documents.draw(receipt()))).length).toBeGreaterThan(0));
  });

  test('is not drawn further than its reader reads', async () => {
    const [head, lines] = statement(5_000);
    let asked = 0;
    const stream = await open().draw(head, async function* () {
      for await (const some of lines()) {
        asked += some.length;
        yield some;
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked).toBe(500);
    stream.destroy();
  });
});
