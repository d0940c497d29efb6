import { dryRunParameter, hasDryRun, type DryRun, type Endpoint } from '@florin/contract';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { Call } from './route.ts';

/** A call with `?dry_run=true`. */
export type DryCall<Member> = {
  readonly endpoint: Endpoint;
  readonly member: Member;
  /** Whether the member must confirm with a second factor or the password first. */
  readonly needsFactor: boolean;
  /** The `Idempotency-Key`. */
  readonly header: string | undefined;
  /** Returns the call with this member as the caller. */
  readonly callAs: (member: Member) => Call<Endpoint, Member>;
};

export type DryRuns<Member> = {
  /** Returns the member with the rights that two-factor confirmation gives. */
  readonly confirmed: (member: Member) => Member;
  /** Makes the call without any effect, and throws the call's errors. */
  readonly run: (call: DryCall<Member>) => Promise<DryRun>;
};

const looksLikeIt = /^dry[-_]?run$/i;

/**
 * Returns whether the request asks for a dry run. Rejects mistyped ways to ask for a dry run, so that they never move
 * money. Refusals: `invalid_request`.
 */
export function asksForDryRun(endpoint: Endpoint, { query, body }: FastifyRequest): boolean {
  if (endpoint.method === 'GET') return false;
  if (!hasDryRun(endpoint)) return rejectIf(namesIn(query).some(isIt), 'This call has no dry run.');
  const [name, ...others] = namesIn(query);
  rejectIf(name !== undefined && name !== dryRunParameter, `This call takes only ?${dryRunParameter}=true.`);
  rejectIf(others.length > 0, `This call takes only ?${dryRunParameter}=true.`);
  rejectIf(namesIn(body).some(isIt), `Put ${dryRunParameter} into the address: ?${dryRunParameter}=true.`);
  if (name === undefined) return false;
  const value: unknown = (query as Record<string, unknown>)[name];
  rejectIf(value !== 'true' && value !== 'false', `${dryRunParameter} must be true or false.`);
  return value === 'true';
}

const isIt = (name: string) => looksLikeIt.test(name);

const namesIn = (part: unknown): string[] => (typeof part === 'object' && part !== null ? Object.keys(part) : []);

function rejectIf(isWrong: boolean, sentence: string): false {
  if (isWrong) throw new Refusal('invalid_request', sentence, { fields: { [dryRunParameter]: sentence } });
  return false;
}

/**
 * Asserts that the member may make the call, either now or after two-factor confirmation. Returns whether the
 * confirmation is missing.
 */
export function assertAsConfirmed<Member>(
  member: Member,
  { confirmed }: Pick<DryRuns<Member>, 'confirmed'>,
  assert: (member: Member) => void,
): boolean {
  try {
    assert(member);
    return false;
  } catch (error) {
    if (!lacksFactor(error)) throw error;
    assert(confirmed(member));
    return true;
  }
}

/** Returns whether a confirmation would remove the error. */
export const lacksFactor = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'second_factor_required' || error.code === 'password_required');
