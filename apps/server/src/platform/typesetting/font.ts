import { readFile } from 'node:fs/promises';
import * as hb from 'harfbuzzjs';
import decompress from 'woff2-encoder/decompress';

export type Weight = 400 | 600;

/** An open font file at one weight. */
export type Font = {
  readonly id: number;
  /** The TrueType data, and the weight for the variable axis, if the font has one. */
  readonly sfnt: Uint8Array;
  readonly weight: Weight | undefined;
  readonly shaper: hb.Font;
  /** Units per em. */
  readonly upem: number;
};

const opened = new Map<string, Promise<Font>>();
let nextId = 0;

/** Opens a font file and caches it. There are about 300 files of 20 to 300 KB, and a document needs two or three. */
export function openFont(path: string, weight: Weight): Promise<Font> {
  const key = `${path} ${weight}`;
  const font = opened.get(key) ?? open(path, weight);
  opened.set(key, font);
  return font;
}

async function open(path: string, weight: Weight): Promise<Font> {
  const file = await readFile(path);
  const sfnt = path.endsWith('.woff2') ? await decompress(file) : file;
  const face = new hb.Face(new hb.Blob(sfnt));
  const shaper = new hb.Font(face);
  const isVariable = 'wght' in face.getAxisInfos();
  if (isVariable) shaper.setVariations([new hb.Variation('wght', weight)]);
  return { id: nextId++, sfnt, weight: isVariable ? weight : undefined, shaper, upem: face.upem };
}
