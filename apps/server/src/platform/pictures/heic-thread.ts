import libheif from 'libheif-js/wasm-bundle.js';
import { answerTalks } from '../threads/answer-talks.ts';
import type { HeicAnswer, HeicQuestion, Pixels } from './read-heic.ts';

// Silences the library's messages about unreadable files. The caller gets a refusal instead.
for (const method of ['log', 'warn', 'error'] as const) console[method] = () => undefined;

answerTalks<HeicQuestion, HeicAnswer>(() => async ({ file, maxPixels }) => {
  const [image] = new libheif.HeifDecoder().decode(file);
  if (!image) return 'unreadable';
  const [width, height] = [image.get_width(), image.get_height()];
  // Checks the size from the header, before the pixels are decoded.
  if (width * height > maxPixels) return 'too many pixels';
  if (width < 1 || height < 1) return 'unreadable';
  const empty: Pixels = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const shown = await new Promise<Pixels | null>((resolve) => image.display(empty, resolve));
  image.free();
  return shown ? { data: shown.data, width, height } : 'unreadable';
});
