import { refusalStatus, withFigures, type ErrorBody, type RefusalCode } from '@florin/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { Refusal } from '../refusal.ts';

/** Whether a repeated request would be the same command, because it has a key, or another command. */
type Repeat = 'the same' | 'another';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The request began a command. After an unexpected error, the command may have been executed, or may be executed
     * later.
     */
    commandBegun: Repeat | null;
  }
}

export function decorateForErrors(http: FastifyInstance) {
  http.decorateRequest('commandBegun', null);
}

type Answering = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Returns the only error handler: it sends a refusal's status and sentence. Any other error is logged as a bug and
 * answered with 500. Sentences name the brand as `{{brand}}`.
 */
export const errorHandler = (brand: string): Answering => {
  const figures = { brand: JSON.stringify(brand).slice(1, -1) };
  return (error, request, reply) => answerError(error, request, reply, (body) => withFigures(body, figures));
};

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, name: (body: string) => string) {
  const send = (status: number, body: ErrorBody) =>
    reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(name(JSON.stringify(body)));
  const refusal = asRefusal(error, request);
  if (!refusal) {
    request.log.error({ err: error }, 'a request failed');
    return send(500, {
      detail: `Something went wrong on our side. ${nextStep(request)}`,
      code: 'internal_error',
      request_id: request.id,
    });
  }
  if (refusal.code === 'database_unavailable') request.log.warn({ err: error }, 'the database is not available');
  request.refusedWith = refusal.code;
  const status: number = refusalStatus[refusal.code];
  if (status === 421) reply.header('connection', 'close'); // the request body is not read
  if (status === 503 || status === 429) reply.header('retry-after', String(refusal.retryAfterSeconds ?? 1));
  return send(status, {
    detail: refusal.message,
    code: refusal.code,
    request_id: request.id,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    ...(refusal.factors ? { factors: [...refusal.factors] } : {}),
    ...(refusal.url === undefined ? {} : { url: refusal.url }),
  });
}

/**
 * Returns the next step after an unexpected error. The message must not claim that the command failed, because a card
 * may have been charged, or an entry written before its result was lost.
 */
function nextStep({ commandBegun }: FastifyRequest): string {
  switch (commandBegun) {
    case 'the same':
      return 'Your request may have gone through. Trying again is safe: {{brand}} does it only once.';
    case 'another':
      return 'Your request may have gone through. Check before you try again.';
    case null:
      return 'Please try again in a moment.';
  }
}

function asRefusal(error: unknown, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isDatabaseUnavailable(error))
    return new Refusal('database_unavailable', `{{brand}} cannot reach its database right now. ${nextStep(request)}`);
  const known = frameworkErrors[(error as FastifyError).code];
  return known && new Refusal(...known);
}

/** Errors that the framework throws before a handler runs. */
const frameworkErrors: Record<string, [RefusalCode, string] | undefined> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send JSON, with the content type application/json.'],
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: ['unsupported_media_type', 'Send JSON, with the content type application/json.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The request is too large.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed_body', 'The request has no body.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed_body',
    'The length of the request does not match its Content-Length header.',
  ],
  FST_REQ_FILE_TOO_LARGE: ['file_too_large', 'The file is too large.'],
  FST_FILES_LIMIT: ['malformed_body', 'Send one file at a time.'],
  FST_PARTS_LIMIT: ['malformed_body', 'The request has too many parts.'],
  FST_FIELDS_LIMIT: ['malformed_body', 'The request has too many fields.'],
  FST_PROTO_VIOLATION: ['malformed_body', 'The request has a field with a reserved name.'],
  FST_INVALID_JSON_FIELD_ERROR: ['malformed_body', 'A field of the request is not valid JSON.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_media_type', 'Send the file as multipart/form-data.'],
  FST_ERR_BAD_URL: ['not_found', 'There is nothing here.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is nothing here.'],
};
