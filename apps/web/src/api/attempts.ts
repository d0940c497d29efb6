import { CallRefused, type Endpoint, type ErrorCode } from '@florin/contract';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { forgetKey, hasStoredKeys, storeKey, storedKey, attemptLifetimeMs, maxAttempts } from './attempt-store.ts';
import { storedToken } from './stored-session.ts';

/** A sent submission with an outcome that is not known yet. */
export type Attempt<Body = unknown, About = unknown> = {
  readonly key: string;
  readonly body: Body;
  /** Data that its page needs to show it again. */
  readonly about: About;
  /** True if a response was lost, so the server may have executed it. */
  readonly isUnclear: boolean;
};

type Submission = Pick<Attempt, 'body' | 'about'>;

/**
 * The attempts at one path, newest first. The attempts live in the query cache, so they survive their page and end with
 * the session. After a reload only their idempotency keys remain.
 */
export const attemptsAt = ({ path }: Endpoint, params: unknown) =>
  queryOptions<readonly Attempt[]>({
    queryKey: ['attempts', path, params],
    queryFn: skipToken,
    gcTime: attemptLifetimeMs,
  });

type At = ReturnType<typeof attemptsAt>;

/** Whether this body would reuse the key of an unsettled attempt. */
export const hasAttempt = (queryClient: QueryClient, at: At, body: unknown): boolean =>
  attemptOf(queryClient, at, body) !== undefined || keyBeforeReload(at, body) !== undefined;

const attemptOf = (queryClient: QueryClient, { queryKey }: At, body: unknown): Attempt | undefined =>
  queryClient.getQueryData(queryKey)?.find((each) => hasBody(each, body));

/** Returns the attempt for a submission. The same body gets the same key, so a retry pays only once. */
export function startAttempt(queryClient: QueryClient, at: At, submission: Submission): Attempt {
  const attempt = attemptOf(queryClient, at, submission.body) ?? newAttempt(at, submission);
  storeKey(digestOf(at, submission.body), attempt.key);
  queryClient.setQueryData(at.queryKey, (before = []) =>
    [attempt, ...before.filter(({ key }) => key !== attempt.key)].slice(0, maxAttempts),
  );
  return attempt;
}

/** Creates an attempt. The attempt is unclear if its key is from before a reload. */
function newAttempt(at: At, submission: Submission): Attempt {
  const key = keyBeforeReload(at, submission.body);
  return { ...submission, key: key ?? crypto.randomUUID(), isUnclear: key !== undefined };
}

const keyBeforeReload = (at: At, body: unknown) => (hasStoredKeys() ? storedKey(digestOf(at, body)) : undefined);

/**
 * A digest of the request and the session token, so other members and other sessions never match. Uses a synchronous
 * hash, because renders need it and `crypto.subtle` is asynchronous.
 */
const digestOf = ({ queryKey }: At, body: unknown) =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify([storedToken(), queryKey, body]))));

export function settle(queryClient: QueryClient, { queryKey }: At, { key }: Attempt) {
  forgetKey(key);
  queryClient.setQueryData(queryKey, (before) => before?.filter((each) => each.key !== key));
}

/** Settles the attempt if the server rejected it. Otherwise marks it as unclear. */
export function recordFailure(queryClient: QueryClient, at: At, attempt: Attempt, error: unknown) {
  // Another page may have retried the attempt meanwhile.
  const latest = attemptOf(queryClient, at, attempt.body) ?? attempt;
  if (settles(error, latest)) return settle(queryClient, at, attempt);
  queryClient.setQueryData(at.queryKey, (before) =>
    before?.map((each) => (each.key === attempt.key ? { ...each, isUnclear: true } : each)),
  );
}

/**
 * Whether the server rejected the attempt permanently. No response, a 5xx and `still_in_flight` leave the attempt open.
 * If an earlier try is unclear, a rejection before the check of the idempotency key also leaves the attempt open.
 */
function settles(error: unknown, { isUnclear }: Attempt): boolean {
  if (!(error instanceof CallRefused) || error.status >= 500 || error.body?.code === 'still_in_flight') return false;
  return !isUnclear || !isBeforeKeyCheck(error);
}

/** Whether the error came before the idempotency key was checked, or from a proxy without our error body. */
const isBeforeKeyCheck = ({ body }: CallRefused) =>
  body === undefined || (body.code !== undefined && codesBeforeKeyCheck.has(body.code));

const codesBeforeKeyCheck = new Set<ErrorCode>([
  'not_signed_in',
  'email_not_confirmed',
  'account_restricted',
  'second_factor_required',
  'too_many_requests',
]);

export const hasBody = (attempt: Attempt, body: unknown) => JSON.stringify(attempt.body) === JSON.stringify(body);
