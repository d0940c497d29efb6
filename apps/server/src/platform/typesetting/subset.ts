import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Font } from './font.ts';

/** The exports of HarfBuzz's subsetter that are used here. All values are numbers: addresses and codes. */
type Subsetter = {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly _initialize: () => void;
  readonly malloc: (bytes: number) => number;
  readonly free: (address: number) => void;
  readonly hb_blob_create: (data: number, length: number, mode: number, user: number, destroy: number) => number;
  readonly hb_blob_destroy: (blob: number) => void;
  readonly hb_blob_get_data: (blob: number, length: number) => number;
  readonly hb_blob_get_length: (blob: number) => number;
  readonly hb_face_create: (blob: number, index: number) => number;
  readonly hb_face_destroy: (face: number) => void;
  readonly hb_face_reference_blob: (face: number) => number;
  readonly hb_set_add: (set: number, value: number) => void;
  readonly hb_subset_input_create_or_fail: () => number;
  readonly hb_subset_input_destroy: (input: number) => void;
  readonly hb_subset_input_glyph_set: (input: number) => number;
  readonly hb_subset_input_set: (input: number, which: number) => number;
  readonly hb_subset_input_set_flags: (input: number, flags: number) => void;
  readonly hb_subset_input_pin_axis_location: (input: number, face: number, axis: number, value: number) => number;
  readonly hb_subset_or_fail: (face: number, input: number) => number;
};

/** Node has WebAssembly, but its types leave the declaration to the DOM types. */
declare const WebAssembly: {
  readonly instantiate: (module: Uint8Array) => Promise<{ readonly instance: { readonly exports: unknown } }>;
};

/** Values of enumerations in `hb.h` and `hb-subset.h`. */
const writableMemory = 2;
const dropTables = 3;
const noHinting = 1;
const retainGlyphIds = 2;
/** Tables that a PDF does not need, because it positions glyphs itself. */
const unneededTables = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'STAT', 'name', 'post', 'OS/2', 'cmap'];

let loading: Promise<Subsetter> | undefined;

async function load(): Promise<Subsetter> {
  const path = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(await readFile(path));
  const subsetter = instance.exports as Subsetter;
  subsetter._initialize();
  return subsetter;
}

/** Returns the font as TrueType with only these glyphs, under their original numbers, at its weight. */
export async function subsetFont(font: Font, glyphs: Iterable<number>): Promise<Uint8Array> {
  const hb = await (loading ??= load());
  const address = hb.malloc(font.sfnt.length);
  new Uint8Array(hb.memory.buffer).set(font.sfnt, address);
  const blob = hb.hb_blob_create(address, font.sfnt.length, writableMemory, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  const wanted = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(wanted, glyph);
  const dropped = hb.hb_subset_input_set(input, dropTables);
  for (const table of unneededTables) hb.hb_set_add(dropped, tag(table));
  hb.hb_subset_input_set_flags(input, noHinting | retainGlyphIds);
  if (font.weight !== undefined) hb.hb_subset_input_pin_axis_location(input, face, tag('wght'), font.weight);
  const subset = hb.hb_subset_or_fail(face, input);
  const bytes = subset === 0 ? undefined : bytesOf(hb, subset);
  hb.hb_subset_input_destroy(input);
  hb.hb_face_destroy(face);
  hb.hb_blob_destroy(blob);
  hb.free(address);
  if (!bytes) throw new Error('cannot create a font subset');
  return bytes;
}

function bytesOf(hb: Subsetter, face: number): Uint8Array {
  const blob = hb.hb_face_reference_blob(face);
  const start = hb.hb_blob_get_data(blob, 0);
  const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob));
  hb.hb_blob_destroy(blob);
  hb.hb_face_destroy(face);
  return bytes;
}

const tag = (name: string) => Buffer.from(name, 'latin1').readUInt32BE();
