import type { Transaction } from '@florin/contract';
import { answerTalks } from '../../../platform/threads/answer-talks.ts';
import { openCsv } from '../csv-records.ts';
import type { DrawingQuestion } from './draw-in-thread.ts';
import { drawInvoice } from './draw-invoice.ts';
import { drawReceipt } from './draw-receipt.ts';
import { drawReport } from './draw-report.ts';
import { openStatement } from './draw-statement.ts';

type Drawing = Awaited<ReturnType<typeof open>>;

/** Draws documents outside the main thread. One talk draws one document. */
answerTalks<DrawingQuestion, Uint8Array>(() => {
  let drawing: Drawing | undefined;
  return async (question) => {
    if ('open' in question) {
      drawing = await open(question);
      return new Uint8Array();
    }
    if (!drawing) throw new Error('The document was not opened. Send `open` first.');
    return 'lines' in question ? drawing.add(JSON.parse(question.lines) as Transaction[]) : drawing.finish();
  };
});

type Opening = Extract<DrawingQuestion, { readonly open: unknown }>;

async function open({ open: document, now, signature }: Opening) {
  if (document.kind === 'csv') return openCsv(document.filter);
  const head = { ...document.head, signature, verification: document.verification };
  switch (document.kind) {
    case 'statement':
      return openStatement(document.statement, head, now);
    case 'receipt':
      return { add: misuse, finish: () => drawReceipt(document.receipt, head, now) };
    case 'report':
      return { add: misuse, finish: () => drawReport(document.report, head) };
    case 'invoice':
      return { add: misuse, finish: () => drawInvoice(document.invoice, head) };
  }
}

function misuse(): never {
  throw new Error('This document has no lines.');
}
