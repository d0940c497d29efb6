import libheif from 'libheif-js/wasm-bundle.js';
import { answerTalks } from '../threads/answer-talks.ts';
import type { HeicAnswer, HeicQuestion, Pixels } from './read-heic.ts';

// What the library says of a file that it cannot read goes to the caller as a refusal, and not to the server's log.
for (const method of ['log', 'warn', 'error'] as const) console[method] = () => undefined;

answerTalks<HeicQuestion, HeicAnswer>(() => async ({ file, maxPixels }) => {
  const [image] = new libheif.HeifDecoder().decode(file);
  if (!image) return 'unreadable';
  const [width, height] = [image.get_width(), image.get_height()];
  // By the header alone: the pixels are not unpacked yet.
  if (width * height > maxPixels) return 'too many pixels';
  if (width < 1 || height < 1) return 'unreadable';
  const empty: Pixels = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const shown = await new Promise<Pixels | null>((resolve) => image.display(empty, resolve));
  image.free();
  return shown ? { data: shown.data, width, height } : 'unreadable';
});
