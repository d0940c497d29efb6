import path from 'node:path';
import { Readable } from 'node:stream';
import type { Transaction } from '@florin/contract';
import { Refusal } from '../../../platform/refusal.ts';
import { openThreadPool, ThreadLost, type Talk } from '../../../platform/threads/thread-pool.ts';
import type { CsvFilter } from '../csv-records.ts';
import type { Receipt } from '../receipt.ts';
import type { StatementHead } from '../statement.ts';

type Mode = 'sandbox' | 'live';

/** What is drawn; its lines follow some at a time. */
export type DrawnDocument =
  | { readonly kind: 'statement'; readonly head: StatementHead; readonly mode: Mode }
  | { readonly kind: 'receipt'; readonly receipt: Receipt; readonly mode: Mode }
  | { readonly kind: 'csv'; readonly filter: CsvFilter };

/** Asked in this order: one opening, any number of lines, one end. Each is answered with the bytes that are finished. */
export type DrawingQuestion =
  | { readonly open: DrawnDocument; readonly now: Date }
  /** As JSON: an exact number of the wire cannot be handed to a thread otherwise. */
  | { readonly lines: string }
  | { readonly end: true };

/** A new source of lines for each call, oldest or newest first as the document has them. */
type Lines = () => AsyncIterable<readonly Transaction[]>;

export type Documents = {
  /** The document as it is drawn, begun before this returns. Refusals: `busy`. */
  readonly draw: (document: DrawnDocument, lines?: Lines) => Promise<Readable>;
  readonly close: () => Promise<void>;
};

/** Beside this file, as it is written and as it was built. */
const thread = new URL(`drawing-thread${path.extname(import.meta.url)}`, import.meta.url);

/** About a page of a statement: another member's document waits for one page of this one at most. */
const linesAtOnce = 25;
/**
 * A page takes some 20 milliseconds, and the first one of a thread half a second, in which the fonts are read; many times
 * as long where payments take the whole machine.
 */
const maxStepMs = 60_000;
/** A document that waits for its reader takes little; a thousand of them would take much. */
const maxUnderWay = 64;

type Options = { readonly file?: URL; readonly stepMs?: number };

/** Draws statements, receipts and exports in two threads, so that no page keeps anybody else waiting. */
export function openDocuments({ file = thread, stepMs = maxStepMs }: Options = {}): Documents {
  const pool = openThreadPool<DrawingQuestion, Uint8Array>({ file, maxThreads: 2, maxStepMs: stepMs, maxHeapMb: 256 });
  let underWay = 0;

  const begin = async (document: DrawnDocument, lines: Lines) => {
    const talk = pool.begin();
    try {
      const rest = bytesOf(talk, document, lines);
      const first = await rest.next();
      return { talk, first, rest };
    } catch (error) {
      talk.end();
      throw error;
    }
  };

  return {
    async draw(document, lines = noLines) {
      if (underWay >= maxUnderWay) throw tooBusy();
      underWay += 1;
      try {
        const begun = await twice(() => begin(document, lines));
        return streamOf(begun, () => {
          underWay -= 1;
          begun.talk.end();
        });
      } catch (error) {
        underWay -= 1;
        throw error instanceof ThreadLost ? tooBusy() : error;
      }
    },
    close: pool.close,
  };
}

const tooBusy = () =>
  new Refusal('busy', 'The document could not be prepared just now. Try again in a moment.', { retryAfterSeconds: 5 });

async function* noLines() {}

/** A thread that ended may have done so because of another member's document. */
async function twice<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ThreadLost) return act();
    throw error;
  }
}

async function* bytesOf(talk: Talk<DrawingQuestion, Uint8Array>, document: DrawnDocument, lines: Lines) {
  yield* some(await talk.ask({ open: document, now: new Date() }));
  for await (const read of lines())
    for (let at = 0; at < read.length; at += linesAtOnce)
      yield* some(await talk.ask({ lines: JSON.stringify(read.slice(at, at + linesAtOnce)) }));
  yield* some(await talk.ask({ end: true }));
}

function* some(bytes: Uint8Array) {
  if (bytes.length > 0) yield bytes;
}

type Begun = { readonly first: IteratorResult<Uint8Array>; readonly rest: AsyncGenerator<Uint8Array> };

/** A page is drawn when the one before was taken. Ends once, whether it was read to its end or left. */
function streamOf({ first, rest }: Begun, onClose: () => void): Readable {
  async function* whole() {
    if (!first.done) yield first.value;
    yield* rest;
  }
  const stream = Readable.from(whole(), { objectMode: false });
  stream.once('close', onClose);
  return stream;
}
