import { kycFileBytes } from '@florin/contract';
import { drawQueued } from '../../platform/draw-queued.ts';
import type { Upload } from '../../platform/http/route.ts';
import { beginningBytes, isWholePdf, kindOfFile, type FileKind as Format } from '../../platform/pictures/file-kind.ts';
import { drawn, openPicture } from '../../platform/pictures/open-picture.ts';
import { Refusal } from '../../platform/refusal.ts';
import { assertHarmless, type Scanning } from './assert-harmless.ts';
import type { AcceptedFile } from './file-store.ts';

/** Limits the width and height in pixels. A document stays legible at this size, and the stored file stays small. */
const maxSidePixels = 4_000;
const maxNameLength = 120;

const formats: readonly (Format | undefined)[] = ['jpeg', 'png', 'heic', 'pdf'];

/**
 * Reads an uploaded file and detects its format from its content. The name is for display only. Redraws images upright,
 * which removes metadata and appended data. Converts a HEIC photo to JPG. Keeps a PDF unchanged and never interprets
 * it.
 *
 * Refusals: `file_too_large`, `file_not_accepted`, `image_not_accepted`, `busy`.
 */
export async function acceptFile(
  kind: string,
  upload: Pick<Upload, 'name' | 'stream'>,
  scanning: Scanning,
): Promise<AcceptedFile> {
  const name = displayName(upload.name) || kind;
  const read = startReading(kind);
  for await (const chunk of upload.stream) await read.take(Buffer.from(chunk));
  const { format, bytes } = await read.end();
  await assertHarmless(scanning, bytes);
  if (format === 'pdf') return { name, type: 'application/pdf', content: wholePdf(bytes) };
  return { name, ...(await redraw(bytes, format)) };
}

/**
 * Detects the format from the first bytes. After a rejection it still reads and discards the rest of the file, so the
 * client receives the error.
 */
function startReading(kind: string) {
  let chunks: Buffer[] = [];
  let length = 0;
  let format: Promise<Format> | undefined;
  let isRejected = false;
  return {
    take: async (chunk: Buffer) => {
      if (isRejected) return;
      chunks.push(chunk);
      length += chunk.length;
      if (format || length < beginningBytes) return;
      format = formatOf(Buffer.concat(chunks), kind);
      await format.catch(() => {
        isRejected = true;
        chunks = [];
      });
    },
    end: async () => ({
      format: await (format ?? formatOf(Buffer.concat(chunks), kind)),
      bytes: Buffer.concat(chunks),
    }),
  };
}

/** Returns the last part of the path without invisible characters, shortened to the maximum length. */
function displayName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? '';
  const visible = last.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  const ending = /\.[^.]*$/.exec(visible)?.[0].slice(0, 10) ?? '';
  return visible.length <= maxNameLength ? visible : visible.slice(0, maxNameLength - ending.length) + ending;
}

async function formatOf(beginning: Buffer, kind: string): Promise<Format> {
  const format = await kindOfFile(beginning);
  if (!format || !formats.includes(format)) throw notAccepted('This is not a JPG, PNG, HEIC or PDF file.');
  if (kind === 'selfie' && format === 'pdf') throw notAccepted('A selfie is a picture: JPG, PNG or HEIC.');
  return format;
}

const notAccepted = (sentence: string) => new Refusal('file_not_accepted', sentence);

function wholePdf(bytes: Buffer): Buffer {
  if (isWholePdf(bytes)) return bytes;
  throw notAccepted('This PDF is damaged or incomplete.');
}

/**
 * Redraws an image. Stores the image as a JPG if the PNG would exceed the size limit. A PNG with few colors can grow
 * tenfold when it is scaled down.
 */
const redraw = (bytes: Buffer, format: Exclude<Format, 'pdf'>): Promise<Omit<AcceptedFile, 'name'>> =>
  drawQueued(async () => {
    const picture = (await openPicture(bytes, format)).resize({
      width: maxSidePixels,
      height: maxSidePixels,
      fit: 'inside',
      withoutEnlargement: true,
    });
    const png = format === 'png' ? await drawn(picture.clone().png()) : undefined;
    if (png && png.length <= kycFileBytes) return { type: 'image/png', content: png };
    return { type: 'image/jpeg', content: await drawn(picture.flatten({ background: '#fff' }).jpeg({ quality: 90 })) };
  });
