import { errorBody, refusalStatus, type Endpoint } from '@florin/contract';
import { expect } from 'vitest';
import * as z from 'zod/mini';

export type Answered = { readonly status: number; readonly type: string; readonly body: string };

/** Errors that any call may answer, beyond those that the contract lists for it. */
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
  'business_not_found',
  'idempotency_key_reused',
]);

/** Expects an answer of the contract: a success with exactly its schema, or an error with its status. */
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

/** Expects a path that left the API through dots to answer with a page of the web app or with not found. */
export function expectNoEndpoint(answered: Answered) {
  if (answered.status === 200) expect(answered.type).toBe('text/html; charset=utf-8');
  else expect(readError(answered)).toBe('not_found');
}

/** Reads an error and checks it: JSON of exactly the contract's shape, with the status of its code. */
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
