import { kycFileBytes, kycPixels, type KycFile } from '@florin/contract';
import { drawInTurn } from '../../platform/draw-in-turn.ts';
import type { Upload } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { assertHarmless, type Scanning } from './assert-harmless.ts';
import type { FileKind } from './file-store.ts';

export type AcceptedFile = { readonly name: string; readonly type: KycFile['type']; readonly content: Buffer };

/** Enough to tell what a file is. */
const firstBytes = 4_100;
/** A document is legible at this many pixels a side, and an answer stays small. */
const longestSide = 4_000;
const longestName = 120;

/** Which endings a name may have, by what is in the file. */
const endings: ReadonlyMap<string, { type: KycFile['type']; names: RegExp }> = new Map([
  ['image/jpeg', { type: 'image/jpeg', names: /\.jpe?g$/i }],
  ['image/png', { type: 'image/png', names: /\.png$/i }],
  ['application/pdf', { type: 'application/pdf', names: /\.pdf$/i }],
]);

/**
 * Reads a file as far as it is one that we take: what its first bytes show and what its name says must agree. Images are
 * drawn anew, upright and without whatever else was in the file; a PDF is kept as it is and never interpreted.
 *
 * Refusals: `file_too_large`, `file_not_accepted`, `image_not_accepted`, `busy`.
 */
export async function acceptFile(
  kind: FileKind,
  upload: Pick<Upload, 'name' | 'stream'>,
  scanning: Scanning,
): Promise<AcceptedFile> {
  const name = nameToShow(upload.name);
  const read = beginReading(name, kind);
  for await (const chunk of upload.stream) await read.take(Buffer.from(chunk));
  const { type, bytes } = await read.end();
  await assertHarmless(scanning, bytes);
  if (type === 'application/pdf') return { name, type, content: wholePdf(bytes) };
  return { name, ...(await drawAnew(bytes, type)) };
}

/** What is refused by its beginning is still let in to its end, kept nowhere, so that its sender hears why. */
function beginReading(name: string, kind: FileKind) {
  let chunks: Buffer[] = [];
  let length = 0;
  let type: Promise<KycFile['type']> | undefined;
  let refused = false;
  return {
    take: async (chunk: Buffer) => {
      if (refused) return;
      chunks.push(chunk);
      length += chunk.length;
      if (type || length < firstBytes) return;
      type = typeOf(Buffer.concat(chunks), name, kind);
      await type.catch(() => {
        refused = true;
        chunks = [];
      });
    },
    end: async () => ({
      type: await (type ?? typeOf(Buffer.concat(chunks), name, kind)),
      bytes: Buffer.concat(chunks),
    }),
  };
}

/** The last part of whatever path was sent, without what cannot be seen. */
function nameToShow(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? '';
  const visible = last.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  const ending = /\.[^.]*$/.exec(visible)?.[0].slice(0, 10) ?? '';
  return visible.length <= longestName ? visible : visible.slice(0, longestName - ending.length) + ending;
}

async function typeOf(bytes: Buffer, name: string, kind: FileKind): Promise<KycFile['type']> {
  const { fileTypeFromBuffer } = await import('file-type'); // when it is needed, as sharp: a start does not wait for them
  const found = endings.get((await fileTypeFromBuffer(bytes))?.mime ?? '');
  if (!found) throw notAccepted('This is not a JPG, PNG or PDF file.');
  if (!found.names.test(name)) throw notAccepted('The file is not what its name says. Please use a JPG, PNG or PDF.');
  if (kind === 'selfie' && found.type === 'application/pdf') throw notAccepted('A selfie is a picture: JPG or PNG.');
  return found.type;
}

const notAccepted = (sentence: string) => new Refusal('file_not_accepted', sentence);

/** The end mark may be followed by a few bytes: readers look for it in the last kilobyte. */
function wholePdf(bytes: Buffer): Buffer {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1_024).includes('%%EOF')) return bytes;
  throw notAccepted('This PDF is damaged or not complete.');
}

type ImageType = 'image/jpeg' | 'image/png';

/** A PNG of few colours may grow tenfold when it is made smaller: what would be too large to send is kept as a JPG. */
const drawAnew = (bytes: Buffer, type: ImageType): Promise<Omit<AcceptedFile, 'name'>> =>
  drawInTurn(async () => {
    await assertDrawable(bytes);
    const content = await draw(bytes, type);
    if (type === 'image/jpeg' || content.length <= kycFileBytes) return { type, content };
    return { type: 'image/jpeg', content: await draw(bytes, 'image/jpeg') };
  });

async function draw(bytes: Buffer, type: ImageType): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const image = sharp(bytes, { limitInputPixels: kycPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
  const drawn = type === 'image/png' ? image.png() : image.flatten({ background: '#fff' }).jpeg({ quality: 90 });
  return drawn.toBuffer().catch(() => {
    throw new Refusal('image_not_accepted', 'The picture is damaged or not complete.');
  });
}

/** By its header alone: a picture that would fill the memory is never unpacked. */
async function assertDrawable(bytes: Buffer) {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new Refusal('image_not_accepted', 'The picture cannot be read.');
    });
  if (width * height > kycPixels)
    throw new Refusal('image_not_accepted', `The picture has more than ${kycPixels / 1_000_000} million pixels.`);
}
