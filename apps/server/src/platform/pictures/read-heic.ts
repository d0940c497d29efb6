import path from 'node:path';
import { Refusal } from '../refusal.ts';
import { openThreadPool, ThreadLost } from '../threads/thread-pool.ts';

export type HeicQuestion = { readonly file: Uint8Array; readonly maxPixels: number };
export type Pixels = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number };
export type HeicAnswer = Pixels | 'unreadable' | 'too many pixels';

/** The thread's file in this folder, with the extension of the source or of the build. */
const thread = new URL(`heic-thread${path.extname(import.meta.url)}`, import.meta.url);

/** A photo of 12 million pixels takes two seconds of processor time. A file that takes a minute is not a photo. */
const maxStepMs = 60_000;

/** Ends after 5 idle seconds, because a decoder's memory grows to the largest photo and never shrinks. */
const pool = openThreadPool<HeicQuestion, HeicAnswer>({
  file: thread,
  maxThreads: 1,
  maxStepMs,
  maxHeapMb: 256,
  idleMs: 5_000,
});

/**
 * Decodes a HEIC photo to upright RGBA pixels. Runs in a thread, so that a malicious file can crash only the thread.
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

export const tooManyPixels = (maxPixels: number) =>
  new Refusal('image_not_accepted', `The picture has more than ${maxPixels / 1_000_000} million pixels.`);

const unreadable = () => new Refusal('image_not_accepted', 'The picture is damaged or not complete.');
