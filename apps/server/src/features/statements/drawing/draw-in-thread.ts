import path from 'node:path';
import { Readable } from 'node:stream';
import type { Transaction } from '@florin/contract';
import { Refusal } from '../../../platform/refusal.ts';
import { openThreadPool, ThreadLost, type Talk } from '../../../platform/threads/thread-pool.ts';
import type { CsvFilter } from '../csv-records.ts';
import type { PrintedInvoice } from '../printed-invoice.ts';
import type { PrintedReport } from '../printed-report.ts';
import type { Receipt } from '../receipt.ts';
import type { DocumentSigner } from '../signing/sign-document.ts';
import type { StatementHead } from '../statement.ts';
import type { Verification } from '../verification.ts';
import type { PaperHead } from './letterhead.ts';
import type { SignatureForm } from './signature-field.ts';

/** A document to draw. The document's lines follow in chunks. */
export type DrawnDocument =
  | ((
      | { readonly kind: 'statement'; readonly statement: StatementHead }
      | { readonly kind: 'receipt'; readonly receipt: Receipt }
      | { readonly kind: 'report'; readonly report: PrintedReport }
      | { readonly kind: 'invoice'; readonly invoice: PrintedInvoice }
    ) & { readonly head: PaperHead; readonly verification?: Verification | undefined })
  | { readonly kind: 'csv'; readonly filter: CsvFilter };

/**
 * The questions to a drawing thread: one `open`, any number of `lines`, one `end`. Each answer contains the finished
 * bytes.
 */
export type DrawingQuestion =
  | { readonly open: DrawnDocument; readonly now: Date; readonly signature: SignatureForm }
  /** JSON, because a thread cannot receive exact numbers of the API in another form. */
  | { readonly lines: string }
  | { readonly end: true };

/** Returns a new source of lines on each call, in the document's order. */
type Lines = () => AsyncIterable<readonly Transaction[]>;

export type Documents = {
  /** Returns the document as a stream, once its first part is drawn. A PDF is signed. Errors: `busy`. */
  readonly draw: (document: DrawnDocument, lines?: Lines) => Promise<Readable>;
  readonly close: () => Promise<void>;
};

/** The thread's file in the source and in the build. */
const thread = new URL(`drawing-thread${path.extname(import.meta.url)}`, import.meta.url);

/** The number of lines on about one page of a statement, so another member's document waits for at most one page. */
const linesAtOnce = 25;
/**
 * The maximum time of a step. A page takes about 20 ms, and a thread's first page 500 ms, because it reads the fonts.
 * Under full load both take many times longer.
 */
const maxStepMs = 60_000;
/** A document that waits for its reader needs little memory; a thousand of them would need much. */
const maxOpen = 64;

type Options = { readonly signer: DocumentSigner; readonly file?: URL; readonly stepMs?: number };

/** A document that waits for its reader needs little memory; a thousand of them would need much. */
export function openDocuments({ signer, file = thread, stepMs = maxStepMs }: Options): Documents {
  const pool = openThreadPool<DrawingQuestion, Uint8Array>({ file, maxThreads: 2, maxStepMs: stepMs, maxHeapMb: 256 });
  let openCount = 0;

  const begin = async (document: DrawnDocument, lines: Lines) => {
    const talk = pool.begin();
    try {
      const rest = bytesOf({ talk, signer }, document, lines);
      const first = await rest.next();
      return { talk, first, rest };
    } catch (error) {
      talk.end();
      throw error;
    }
  };

  return {
    async draw(document, lines = noLines) {
      if (openCount >= maxOpen) throw tooBusy();
      openCount += 1;
      try {
        const begun = await withRetry(() => begin(document, lines));
        return streamOf(begun, () => {
          openCount -= 1;
          begun.talk.end();
        });
      } catch (error) {
        openCount -= 1;
        throw error instanceof ThreadLost ? tooBusy() : error;
      }
    },
    close: pool.close,
  };
}

const tooBusy = () =>
  new Refusal('busy', 'The document could not be created. Try again in a moment.', { retryAfterSeconds: 5 });

async function* noLines() {}

/** Retries once, because another member's document may have ended the thread. */
async function withRetry<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ThreadLost) return act();
    throw error;
  }
}

type Means = { readonly talk: Talk<DrawingQuestion, Uint8Array>; readonly signer: DocumentSigner };

/** Yields the document's bytes, digests them on the way, and signs with the last part. */
async function* bytesOf({ talk, signer }: Means, document: DrawnDocument, lines: Lines) {
  const signing = document.kind === 'csv' ? undefined : signer.begin();
  const draw = async (question: DrawingQuestion) => {
    const bytes = await talk.ask(question);
    signing?.add(bytes);
    return some(bytes);
  };
  yield* await draw({ open: document, now: new Date(), signature: signer.form });
  for await (const read of lines())
    for (let at = 0; at < read.length; at += linesAtOnce)
      yield* await draw({ lines: JSON.stringify(read.slice(at, at + linesAtOnce)) });
  const tail = await talk.ask({ end: true });
  yield* some(signing ? await signing.finish(tail) : tail);
}

function* some(bytes: Uint8Array) {
  if (bytes.length > 0) yield bytes;
}

type Begun = { readonly first: IteratorResult<Uint8Array>; readonly rest: AsyncGenerator<Uint8Array> };

/** Draws the next page after the reader has taken the previous one. `onClose` runs once, after the end or an abort. */
function streamOf({ first, rest }: Begun, onClose: () => void): Readable {
  async function* whole() {
    if (!first.done) yield first.value;
    yield* rest;
  }
  const stream = Readable.from(whole(), { objectMode: false });
  stream.once('close', onClose);
  return stream;
}
