import { refusalStatus, type ErrorBody, type RefusalCode } from '@florin/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { Refusal } from '../refusal.ts';

/** Whether asking for it again is the same command, under its key, or another one. */
type Repeat = 'the same' | 'another';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request began a command: whatever ends it unforeseen, it may have been done, or may yet be. */
    commandBegun: Repeat | null;
  }
}

export function decorateForErrors(http: FastifyInstance) {
  http.decorateRequest('commandBegun', null);
}

/** The one error handler: a refusal becomes its status and sentence, anything else is a bug, logged once. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asRefusal(error, request);
  if (!refusal) {
    request.log.error({ err: error }, 'a request failed');
    return send(reply, 500, {
      detail: `Something went wrong on our side. ${nextStep(request)}`,
      code: 'internal_error',
      request_id: request.id,
    });
  }
  if (refusal.code === 'database_unavailable') request.log.warn({ err: error }, 'the database is not available');
  request.refusedWith = refusal.code;
  const status: number = refusalStatus[refusal.code];
  if (status === 421) reply.header('connection', 'close'); // its body is not read
  if (status === 503 || status === 429) reply.header('retry-after', String(refusal.retryAfterSeconds ?? 1));
  return send(reply, status, {
    detail: refusal.message,
    code: refusal.code,
    request_id: request.id,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    ...(refusal.factors ? { factors: [...refusal.factors] } : {}),
  });
}

const send = (reply: FastifyReply, status: number, body: ErrorBody) =>
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));

/**
 * What to do after an end that nobody foresaw. A card may have been charged, and an entry written whose answer was lost:
 * of a command nobody can say here that it was not done.
 */
function nextStep({ commandBegun }: FastifyRequest): string {
  switch (commandBegun) {
    case 'the same':
      return 'It may have gone through all the same. Trying the same again is safe: it is done only once.';
    case 'another':
      return 'It may have gone through all the same: please check before you try again.';
    case null:
      return 'Please try again in a moment.';
  }
}

function asRefusal(error: unknown, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isDatabaseUnavailable(error))
    return new Refusal('database_unavailable', `Florin cannot reach its database right now. ${nextStep(request)}`);
  const known = frameworkErrors[(error as FastifyError).code];
  return known && new Refusal(...known);
}

/** What the framework itself refuses before a handler is reached. */
const frameworkErrors: Record<string, [RefusalCode, string] | undefined> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send JSON, with the content type application/json.'],
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: ['unsupported_media_type', 'Send JSON, with the content type application/json.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The request is too large.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed_body', 'The request has no body.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_body', 'The request is not as long as it says.'],
  FST_REQ_FILE_TOO_LARGE: ['file_too_large', 'The file is too large.'],
  FST_FILES_LIMIT: ['malformed_body', 'Send one file at a time.'],
  FST_PARTS_LIMIT: ['malformed_body', 'The request has too many parts.'],
  FST_FIELDS_LIMIT: ['malformed_body', 'The request has too many fields.'],
  FST_PROTO_VIOLATION: ['malformed_body', 'The request has a field of a name that is not taken.'],
  FST_INVALID_JSON_FIELD_ERROR: ['malformed_body', 'A field of the request is not the JSON that it says it is.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_media_type', 'Send the file as multipart/form-data.'],
  FST_ERR_BAD_URL: ['not_found', 'There is nothing here.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is nothing here.'],
};
