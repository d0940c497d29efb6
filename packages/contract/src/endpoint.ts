import type * as z from 'zod/mini';
import type { RefusalCode } from './refusal.ts';

type Schema = z.ZodMiniType;

/**
 * Who may call: anyone, whoever carries the token of a running session, or one whose account has the operator's role. To
 * a member without it an operator's call does not exist: 404.
 */
export type Access = 'public' | 'member' | 'operator';

/**
 * One call of the HTTP interface. The server mounts it, the client calls it and the OpenAPI document describes it from
 * this one value.
 */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema | undefined = Schema | undefined,
> = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/api`, with `:name` for parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Without it, and without `media`, the answer is 204 and empty. */
  readonly answer?: Answer;
  /** The body is multipart/form-data and no JSON: fields, then one part named `file` of so many bytes at most. */
  readonly upload?: {
    readonly maxBytes: number;
    readonly fields?: z.ZodMiniObject;
    /** Which files it takes, in words. */
    readonly takes: string;
  };
  /** The answer is a stream of this type and no JSON. A file is what was uploaded, of whichever type it has. */
  readonly media?:
    | 'text/html'
    | 'text/csv'
    | 'application/pdf'
    | 'text/event-stream'
    | 'image/webp'
    | 'application/octet-stream';
  /**
   * Of a member with a second factor, the session must have shown it within the last ten minutes; else the answer is 403
   * `second_factor_required`, and the same call goes through after `stepUp`. `or_password`: of a member without one, the
   * session must have shown the password as lately, at sign-in or by `stepUp`; else 403 `password_required`. `sometimes`:
   * the request decides.
   */
  readonly stepUp?: true | 'or_password' | 'sometimes';
  /**
   * Takes money out of the account or speaks to other people: a member whose address is not confirmed gets 403
   * `email_not_confirmed`.
   */
  readonly needsConfirmedEmail?: true;
  /**
   * Refused for a day after two operators have reset a lost second factor, in live: 403 `factor_reset_wait`.
   * `sometimes`: the request decides.
   */
  readonly waitsAfterFactorReset?: true | 'sometimes';
  /** It changes money, and is keyed. */
  readonly movesMoney?: boolean;
  /** Takes an `Idempotency-Key`: the same key and request give the first answer again. What moves money always does. */
  readonly keyed?: boolean;
  /** A member may call it, and all that share the name, so many times in so many seconds; 429 after. */
  readonly atMost?: { readonly times: number; readonly seconds: number; readonly sharedAs: string };
  /**
   * A member has one of all that share this name under way, on all nodes together. A second one waits a moment for the
   * first to end; 429 after.
   */
  readonly oneAtATime?: 'documents';
  /** A list whose next page is named by a `Link` header. */
  readonly paged?: boolean;
  /** The refusals particular to this call, beyond those that every call may give. */
  readonly refusals: readonly RefusalCode[];
};

/** Does it take an `Idempotency-Key`? */
export const isKeyed = ({ movesMoney = false, keyed = false }: Endpoint): boolean => movesMoney || keyed;

/**
 * Keeps the schemas' own types, which a plain annotation would widen. A bundler may leave out one that nobody calls.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function endpoint<
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Answer extends Schema | undefined = undefined,
>(definition: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return definition;
}

type InputOf<S> = S extends Schema ? z.input<S> : undefined;
type OutputOf<S> = S extends Schema ? z.output<S> : undefined;

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? OutputOf<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? OutputOf<Q> : never;
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? OutputOf<B> : never;
export type AnswerOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? OutputOf<A> : never;

type Present<Key extends string, Value> = [Value] extends [undefined] ? unknown : { [K in Key]: Value };

/** What a caller passes: only the parts that the endpoint has. */
export type CallOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _A>
    ? Present<'params', InputOf<P>> & Present<'query', InputOf<Q>> & Present<'body', InputOf<B>>
    : never;
