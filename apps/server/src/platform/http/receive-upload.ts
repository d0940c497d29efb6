import { Readable } from 'node:stream';
import type { Endpoint } from '@florin/contract';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { Upload } from './route.ts';

/** The one file of a multipart request, as it comes in. Refusals: `unsupported_media_type`, `malformed_body`. */
export async function receiveUpload({ upload }: Endpoint, request: FastifyRequest): Promise<Upload> {
  if (!upload) throw new Error('an endpoint that takes no file has no upload');
  if (!request.isMultipart()) throw new Refusal('unsupported_media_type', 'Send the file as multipart/form-data.');
  const part = await request.file({ limits: { fileSize: upload.maxBytes } }).catch((error: unknown) => {
    throw isKnown(error) ? error : brokenOff();
  });
  if (!part) throw new Refusal('malformed_body', 'The request has no file.');
  const stream = Readable.from(bounded(part.file, upload.maxBytes), { objectMode: false });
  return { fields: textFields(part.fields), name: nameOf(part), stream };
}

/** The types promise a name; a part that calls itself `application/octet-stream` is a file without one too. */
const nameOf = ({ filename }: { filename?: string | undefined }) => filename ?? '';

function textFields(fields: Record<string, unknown>): Record<string, string> {
  const texts = Object.values(fields).flatMap((field) => {
    if (typeof field !== 'object' || field === null || !('fieldname' in field) || !('value' in field)) return [];
    return typeof field.value === 'string' ? [[String(field.fieldname), field.value] as const] : [];
  });
  return Object.fromEntries(texts);
}

/** The parser cuts a file that is too long and says so only by a mark. */
async function* bounded(file: Readable & { truncated?: boolean }, maxBytes: number) {
  try {
    yield* file;
  } catch {
    throw brokenOff();
  }
  if (file.truncated) throw tooLarge(maxBytes);
}

/** The framework's own refusals have codes; what the parser says of a body that it cannot read has none. */
const isKnown = (error: unknown) => error instanceof Error && 'code' in error && error.code !== prematureClose;
const prematureClose = 'FST_MP_PREMATURE_CLOSE';

const brokenOff = () => new Refusal('malformed_body', 'The file did not arrive whole.');

const tooLarge = (maxBytes: number) =>
  new Refusal('file_too_large', `The file is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`);
