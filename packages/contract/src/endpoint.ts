import type * as z from 'zod/mini';
import type { RefusalCode } from './refusal.ts';

type Schema = z.ZodMiniType;

/**
 * The authorized callers: anyone, members with a session, or members with the operator role. Other members get 404 for
 * an operator's call.
 */
export type Access = 'public' | 'member' | 'operator';

/** One call of the HTTP API. The server, the client and the OpenAPI document all use this definition. */
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
  /** The response body. Without `answer` and `media`, the response is an empty 204. */
  readonly answer?: Answer;
  /** The body is multipart/form-data: the fields, then one part named `file` with at most `maxBytes` bytes. */
  readonly upload?: {
    readonly maxBytes: number;
    readonly fields?: z.ZodMiniObject;
    /** A description of the accepted files. */
    readonly takes: string;
  };
  /**
   * The response is a stream of this type. `application/octet-stream` means an uploaded file with the file's own type.
   */
  readonly media?:
    | 'text/html'
    | 'text/csv'
    | 'application/pdf'
    | 'text/event-stream'
    | 'image/webp'
    | 'application/octet-stream';
  /**
   * `true`: a member with a second factor must have shown the factor in this session within the last ten minutes.
   * Otherwise the response is 403 `second_factor_required`, and the call succeeds after `stepUp`. `or_password`: in
   * addition, a member without a second factor must have entered the password within ten minutes. Otherwise the
   * response is 403 `password_required`. `sometimes`: the requirement depends on the request.
   */
  readonly stepUp?: true | 'or_password' | 'sometimes';
  /**
   * For calls that take money out of the account or contact other people. A member with an unconfirmed email gets 403
   * `email_not_confirmed`.
   */
  readonly needsConfirmedEmail?: true;
  /**
   * In live mode, returns 403 `factor_reset_wait` for a day after operators reset a lost second factor. `sometimes`:
   * the wait depends on the request.
   */
  readonly waitsAfterFactorReset?: true | 'sometimes';
  /** Takes money out of the account. A member who owes money gets 403 `account_restricted`. */
  readonly notWhileOwing?: true;
  /** Moves money. Such calls always accept an `Idempotency-Key`. */
  readonly movesMoney?: boolean;
  /**
   * Costs the send fee. A page may name the fee that it shows, in the header `Florin-Send-Fee`. If another fee applies
   * now, the call fails with `quote_expired`.
   */
  readonly costsSendFee?: true;
  /** Accepts an `Idempotency-Key`: the same key and request return the first response again. */
  readonly keyed?: boolean;
  /**
   * A rate limit per member: `times` calls per `seconds`, shared by all endpoints with the same `sharedAs`. More calls
   * get 429.
   */
  readonly atMost?: { readonly times: number; readonly seconds: number; readonly sharedAs: string };
  /**
   * Limits a member to one call at a time over all endpoints with this name and over all nodes. A second call waits
   * briefly, then gets 429.
   */
  readonly oneAtATime?: 'documents';
  /** A paginated list. A `Link` header names the next page. */
  readonly paged?: boolean;
  /** The error codes of this call, in addition to the error codes that every call may return. */
  readonly refusals: readonly RefusalCode[];
};

/** Whether the call accepts an `Idempotency-Key`. */
export const isKeyed = ({ movesMoney = false, keyed = false }: Endpoint): boolean => movesMoney || keyed;

/** The parameter in the address that asks for a dry run. */
export const dryRunParameter = 'dry_run';

/**
 * Whether the call accepts `?dry_run=true` and then answers `DryRun`. All members' calls that move money accept this
 * parameter.
 */
export const hasDryRun = ({ access, movesMoney = false }: Endpoint): boolean => movesMoney && access === 'member';

/**
 * Returns the definition with its exact schema types, which a type annotation would widen. Bundlers may drop unused
 * definitions.
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

/** The input of a call, with only the parts that the endpoint has. */
export type CallOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _A>
    ? Present<'params', InputOf<P>> & Present<'query', InputOf<Q>> & Present<'body', InputOf<B>>
    : never;
