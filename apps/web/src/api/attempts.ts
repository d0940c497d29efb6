import { CallRefused, type Endpoint, type ErrorCode } from '@florin/contract';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { forgetKey, hasKeptKeys, keepKey, keptKey, keptMs, mostKept } from './attempt-store.ts';
import { storedToken } from './stored-session.ts';

/** A submission that was sent and that the server has not settled, as far as is known here. */
export type Attempt<Body = unknown, About = unknown> = {
  readonly key: string;
  readonly body: Body;
  /** What its page needs to show it again. */
  readonly about: About;
  /** An answer was lost: it may have been carried out. */
  readonly isUnclear: boolean;
};

type Submission = Pick<Attempt, 'body' | 'about'>;

/**
 * The attempts at one address, the newest first. They are kept where the session is, in the cache: they outlast their
 * page, and nobody else who signs in finds them. Of those from before the page was loaded anew the key is left.
 */
export const attemptsAt = ({ path }: Endpoint, params: unknown) =>
  queryOptions<readonly Attempt[]>({
    queryKey: ['attempts', path, params],
    queryFn: skipToken,
    gcTime: keptMs,
  });

type At = ReturnType<typeof attemptsAt>;

/** Whether this would go out under the key of one that is not settled. */
export const isKnown = (queryClient: QueryClient, at: At, body: unknown): boolean =>
  attemptOf(queryClient, at, body) !== undefined || keyFromBefore(at, body) !== undefined;

const attemptOf = (queryClient: QueryClient, { queryKey }: At, body: unknown): Attempt | undefined =>
  queryClient.getQueryData(queryKey)?.find((each) => isOf(each, body));

/** The same body goes out under the same key, so that a retry pays once. */
export function takeUp(queryClient: QueryClient, at: At, submission: Submission): Attempt {
  const attempt = attemptOf(queryClient, at, submission.body) ?? begin(at, submission);
  keepKey(digestOf(at, submission.body), attempt.key);
  queryClient.setQueryData(at.queryKey, (before = []) =>
    [attempt, ...before.filter(({ key }) => key !== attempt.key)].slice(0, mostKept),
  );
  return attempt;
}

/** What is left of one that was under way or unanswered when the page was loaded anew is in doubt. */
function begin(at: At, submission: Submission): Attempt {
  const key = keyFromBefore(at, submission.body);
  return { ...submission, key: key ?? crypto.randomUUID(), isUnclear: key !== undefined };
}

const keyFromBefore = (at: At, body: unknown) => (hasKeptKeys() ? keptKey(digestOf(at, body)) : undefined);

/**
 * Of the whole order, and of the session's secret: it is nobody else's order, and not this member's of another session. The
 * browser's own digest answers a moment later: too late for what is drawn.
 */
const digestOf = ({ queryKey }: At, body: unknown) =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify([storedToken(), queryKey, body]))));

export function settle(queryClient: QueryClient, { queryKey }: At, { key }: Attempt) {
  forgetKey(key);
  queryClient.setQueryData(queryKey, (before) => before?.filter((each) => each.key !== key));
}

/** Settles it where the server has decided against it; else it is in doubt from now on. */
export function noteFailure(queryClient: QueryClient, at: At, attempt: Attempt, error: unknown) {
  // Another page may have tried it, too, since it went out.
  const latest = attemptOf(queryClient, at, attempt.body) ?? attempt;
  if (settles(error, latest)) return settle(queryClient, at, attempt);
  queryClient.setQueryData(at.queryKey, (before) =>
    before?.map((each) => (each.key === attempt.key ? { ...each, isUnclear: true } : each)),
  );
}

/**
 * The server decided against it. Anything else (no answer, a 5xx, still in flight) leaves it open, and so does what was
 * said at the door: nobody looked there what became of an earlier try.
 */
function settles(error: unknown, { isUnclear }: Attempt): boolean {
  if (!(error instanceof CallRefused) || error.status >= 500 || error.body?.code === 'still_in_flight') return false;
  return !isUnclear || !isOfTheDoor(error);
}

/** Said before the command's key is looked at, or by a proxy, whose words are not the contract's. */
const isOfTheDoor = ({ body }: CallRefused) =>
  body === undefined || (body.code !== undefined && doorCodes.has(body.code));

const doorCodes = new Set<ErrorCode>([
  'not_signed_in',
  'email_not_confirmed',
  'second_factor_required',
  'too_many_requests',
]);

export const isOf = (attempt: Attempt, body: unknown) => JSON.stringify(attempt.body) === JSON.stringify(body);
