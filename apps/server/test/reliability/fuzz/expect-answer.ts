import { errorBody, refusalStatus, type Endpoint } from '@florin/contract';
import { expect } from 'vitest';
import * as z from 'zod/mini';

export type Answered = { readonly status: number; readonly type: string; readonly body: string };

/** What any call may be refused with, beyond what the contract names for it. */
const ofEveryCall = new Set([
  'invalid_request',
  'invalid_amount',
  'invalid_idempotency_key',
  'malformed_body',
  'unsupported_media_type',
  'body_too_large',
  'not_found',
  'too_many_requests',
  'not_signed_in',
  'idempotency_key_reused',
]);

/** The answer is one that the contract knows: success with its schema and nothing beyond it, or a refusal with its status. */
export function expectByContract(endpoint: Endpoint, answered: Answered) {
  const { status, type, body } = answered;
  expect(status).toBeLessThan(500);
  if (status >= 400) {
    const code = readError(answered);
    if (!ofEveryCall.has(code)) expect(endpoint.refusals).toContain(code);
  } else if (endpoint.media) expect([status, type.split(';')[0]]).toEqual([200, endpoint.media]);
  else if (!endpoint.answer) expect([status, body]).toEqual([204, '']);
  else {
    const json: unknown = JSON.parse(body);
    expect(json).toEqual(z.parse(endpoint.answer, json));
    expect(status).toBe(200);
  }
}

/** What dots led out of the API is a page, where the web app is built, or nothing. */
export function expectNoEndpoint(answered: Answered) {
  if (answered.status === 200) expect(answered.type).toBe('text/html; charset=utf-8');
  else expect(readError(answered)).toBe('not_found');
}

/** As every error must be: JSON of the contract's shape and no word beyond it, its status that of its code. */
export function readError({ status, type, body }: Answered): string {
  expect(type).toBe('application/json; charset=utf-8');
  const json: unknown = JSON.parse(body);
  const error = z.parse(errorBody, json);
  expect(json).toEqual(error);
  expect(body).not.toMatch(/ at \w+ \(|node_modules|FST_/);
  expect({ code: error.code, status }).toEqual({
    code: error.code,
    status: error.code === 'internal_error' ? 500 : refusalStatus[error.code],
  });
  return error.code;
}
