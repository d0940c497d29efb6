import path from 'node:path';
import { Refusal } from '../refusal.ts';
import { openThreadPool, ThreadLost } from '../threads/thread-pool.ts';

export type HeicQuestion = { readonly file: Uint8Array; readonly maxPixels: number };
export type Pixels = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number };
export type HeicAnswer = Pixels | 'unreadable' | 'too many pixels';

/** Beside this file, as it is written and as it was built. */
const thread = new URL(`heic-thread${path.extname(import.meta.url)}`, import.meta.url);

/** A photo of 12 million pixels takes two seconds of a core; one that takes this long is no photo. */
const maxStepMs = 60_000;

/** Ends soon after: the memory of a decoder grows with the largest photo and never shrinks. */
const pool = openThreadPool<HeicQuestion, HeicAnswer>({
  file: thread,
  maxThreads: 1,
  maxStepMs,
  maxHeapMb: 256,
  idleMs: 5_000,
});

/**
 * The pixels of a photo as phones take it (HEIC), upright. Read in a thread: what a hostile file does there ends with it.
 * Refusals: `image_not_accepted`.
 */
export async function readHeic(file: Uint8Array, maxPixels: number): Promise<Pixels> {
  const talk = pool.begin();
  try {
    const answer = await talk.ask({ file, maxPixels });
    if (answer === 'too many pixels') throw tooManyPixels(maxPixels);
    if (answer === 'unreadable') throw unreadable();
    return answer;
  } catch (error) {
    if (error instanceof ThreadLost) throw unreadable();
    throw error;
  } finally {
    talk.end();
  }
}

export const tooManyPixels = (most: number) =>
  new Refusal('image_not_accepted', `The picture has more than ${most / 1_000_000} million pixels.`);

const unreadable = () => new Refusal('image_not_accepted', 'The picture is damaged or not complete.');
