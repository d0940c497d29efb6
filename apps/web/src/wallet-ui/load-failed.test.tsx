import { CallRefused, type ErrorBody } from '@florin/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { errorAmong, LoadFailed } from './load-failed.tsx';

afterEach(cleanup);

const refused = (status: number, body: Partial<ErrorBody> = {}) =>
  new CallRefused(status, {
    detail: 'Something went wrong on our side. Nothing was changed.',
    code: 'internal_error',
    request_id: '8f31c2aa-5f0e-4d6b-9a53-2f8c8f4e7d10',
    ...body,
  });

const unanswered = 'The server did not answer. Your money is not affected.';

test.each<[string, Error | null, string]>([
  ['a server error', refused(500), 'Something went wrong on our side. Nothing was changed. Reference 8f31c2aa.'],
  [
    'a rate limit',
    refused(429, { code: 'too_many_requests', detail: 'Please wait a little.', request_id: '0123456789abcdef' }),
    'Please wait a little. Reference 01234567.',
  ],
  ['a proxy error', new CallRefused(502, undefined), unanswered],
  ['a network error', new TypeError('Failed to fetch'), unanswered],
  ['no error', null, unanswered],
])('a failed load after %s shows the reason and the support reference', (_, error, sentence) => {
  render(<LoadFailed error={error} onRetry={() => undefined} />);
  expect(screen.getByRole('alert').textContent).toBe(`Could not load${sentence}Retry`);
});

test("a failed load on a page of operators does not mention the reader's money", () => {
  render(<LoadFailed error={null} onRetry={() => undefined} reassures={false} />);
  expect(screen.getByRole('alert').textContent).toBe('Could not loadThe server did not answer.Retry');
});

test('errorAmong returns the error of the failed query', () => {
  const error = refused(500);
  expect(errorAmong([{ error: null }, { error }])).toBe(error);
  expect(errorAmong([{ error: null }])).toBeUndefined();
});
