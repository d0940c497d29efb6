import { Readable } from 'node:stream';
import type { Endpoint } from '@florin/contract';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { Upload } from './route.ts';

/** Reads the file of a multipart request as a stream. Refusals: `unsupported_media_type`, `malformed_body`. */
export async function receiveUpload({ upload }: Endpoint, request: FastifyRequest): Promise<Upload> {
  if (!upload) throw new Error('this endpoint does not accept a file');
  if (!request.isMultipart()) throw new Refusal('unsupported_media_type', 'Send the file as multipart/form-data.');
  const part = await request.file({ limits: { fileSize: upload.maxBytes } }).catch((error: unknown) => {
    throw isKnown(error) ? error : interrupted();
  });
  if (!part) throw new Refusal('malformed_body', 'The request has no file.');
  const stream = Readable.from(bounded(part.file, upload.maxBytes), { objectMode: false });
  return { fields: textFields(part.fields), name: nameOf(part), stream };
}

/** The types promise a file name, but an `application/octet-stream` part is treated as a file even without one. */
const nameOf = ({ filename }: { filename?: string | undefined }) => filename ?? '';

function textFields(fields: Record<string, unknown>): Record<string, string> {
  const texts = Object.values(fields).flatMap((field) => {
    if (typeof field !== 'object' || field === null || !('fieldname' in field) || !('value' in field)) return [];
    return typeof field.value === 'string' ? [[String(field.fieldname), field.value] as const] : [];
  });
  return Object.fromEntries(texts);
}

/** Throws at the end of a file that is too long, because the parser cuts it and only sets `truncated`. */
async function* bounded(file: Readable & { truncated?: boolean }, maxBytes: number) {
  try {
    yield* file;
  } catch {
    throw interrupted();
  }
  if (file.truncated) throw tooLarge(maxBytes);
}

/** The framework's own errors have codes, but the parser's errors for an unreadable body do not. */
const isKnown = (error: unknown) => error instanceof Error && 'code' in error && error.code !== prematureClose;
const prematureClose = 'FST_MP_PREMATURE_CLOSE';

const interrupted = () => new Refusal('malformed_body', 'The upload was interrupted. Send the file again.');

const tooLarge = (maxBytes: number) =>
  new Refusal('file_too_large', `The file is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`);
