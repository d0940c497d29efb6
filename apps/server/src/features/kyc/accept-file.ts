import { kycFileBytes, type KycFile } from '@florin/contract';
import { drawInTurn } from '../../platform/draw-in-turn.ts';
import type { Upload } from '../../platform/http/route.ts';
import { beginningBytes, isWholePdf, kindOfFile, type FileKind as Format } from '../../platform/pictures/file-kind.ts';
import { drawn, openPicture } from '../../platform/pictures/open-picture.ts';
import { Refusal } from '../../platform/refusal.ts';
import { assertHarmless, type Scanning } from './assert-harmless.ts';
import type { FileKind } from './file-store.ts';

export type AcceptedFile = { readonly name: string; readonly type: KycFile['type']; readonly content: Buffer };

/** A document is legible at this many pixels a side, and an answer stays small. */
const longestSide = 4_000;
const longestName = 120;

const formats: readonly (Format | undefined)[] = ['jpeg', 'png', 'heic', 'pdf'];

/**
 * Reads a file as far as it is one that we take, by what is in it: its name is only shown. Images are drawn anew, upright
 * and without whatever else was in the file; a photo as phones take it (HEIC) becomes a JPG. A PDF is kept as it is and
 * never interpreted.
 *
 * Refusals: `file_too_large`, `file_not_accepted`, `image_not_accepted`, `busy`.
 */
export async function acceptFile(
  kind: FileKind,
  upload: Pick<Upload, 'name' | 'stream'>,
  scanning: Scanning,
): Promise<AcceptedFile> {
  const name = nameToShow(upload.name) || kind;
  const read = beginReading(kind);
  for await (const chunk of upload.stream) await read.take(Buffer.from(chunk));
  const { format, bytes } = await read.end();
  await assertHarmless(scanning, bytes);
  if (format === 'pdf') return { name, type: 'application/pdf', content: wholePdf(bytes) };
  return { name, ...(await drawAnew(bytes, format)) };
}

/** What is refused by its beginning is still let in to its end, kept nowhere, so that its sender hears why. */
function beginReading(kind: FileKind) {
  let chunks: Buffer[] = [];
  let length = 0;
  let format: Promise<Format> | undefined;
  let refused = false;
  return {
    take: async (chunk: Buffer) => {
      if (refused) return;
      chunks.push(chunk);
      length += chunk.length;
      if (format || length < beginningBytes) return;
      format = formatOf(Buffer.concat(chunks), kind);
      await format.catch(() => {
        refused = true;
        chunks = [];
      });
    },
    end: async () => ({
      format: await (format ?? formatOf(Buffer.concat(chunks), kind)),
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

async function formatOf(beginning: Buffer, kind: FileKind): Promise<Format> {
  const format = await kindOfFile(beginning);
  if (!format || !formats.includes(format)) throw notAccepted('This is not a JPG, PNG, HEIC or PDF file.');
  if (kind === 'selfie' && format === 'pdf') throw notAccepted('A selfie is a picture: JPG, PNG or HEIC.');
  return format;
}

const notAccepted = (sentence: string) => new Refusal('file_not_accepted', sentence);

function wholePdf(bytes: Buffer): Buffer {
  if (isWholePdf(bytes)) return bytes;
  throw notAccepted('This PDF is damaged or not complete.');
}

/** A PNG of few colours may grow tenfold when it is made smaller: what would be too large to send is kept as a JPG. */
const drawAnew = (bytes: Buffer, format: Exclude<Format, 'pdf'>): Promise<Omit<AcceptedFile, 'name'>> =>
  drawInTurn(async () => {
    const picture = (await openPicture(bytes, format)).resize({
      width: longestSide,
      height: longestSide,
      fit: 'inside',
      withoutEnlargement: true,
    });
    const png = format === 'png' ? await drawn(picture.clone().png()) : undefined;
    if (png && png.length <= kycFileBytes) return { type: 'image/png', content: png };
    return { type: 'image/jpeg', content: await drawn(picture.flatten({ background: '#fff' }).jpeg({ quality: 90 })) };
  });
