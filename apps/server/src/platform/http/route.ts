import type { Readable } from 'node:stream';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@florin/contract';

/** One submission of a call with an idempotency key. The same key with another hash is a conflict. */
export type Command = { readonly key: string; readonly requestHash: bigint };

/** The parsed parts of a request and its caller, as passed to a handler. */
export type Call<E, Member> = {
  readonly body: BodyOf<E>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  /** The signed-in user. Reading it in a public endpoint is a bug and throws. */
  readonly member: Member;
  /**
   * Only for endpoints with an idempotency key, such as all that move money. Reading the command in another endpoint is
   * a bug and throws.
   */
  readonly command: Command;
  /** The caller's credential (`Authenticate`). Empty without one. */
  readonly token: string;
  readonly ip: string;
  /** The User-Agent header, unverified and cut at 300 characters. */
  readonly userAgent: string;
  /** The host and port in the request's Host header. */
  readonly host: string;
  /** The send fee that the caller's page shows, in basis points. Undefined if the caller named no fee. */
  readonly shownSendFee: string | undefined;
  /** Only for endpoints that accept a file. Calling this function in another endpoint is a bug and throws. */
  readonly upload: () => Promise<Upload>;
  /** Records the member of a public call for the log. */
  readonly isOf: (memberId: string) => void;
  /** Sets the Link header to the next page. */
  readonly nextPage: (cursor: string) => void;
  /** Sets the X-Total-Count header to the number of entries on all pages. */
  readonly totalCount: (total: number) => void;
};

/** An uploaded file as a stream, with the form fields before it. */
export type Upload = {
  readonly fields: Readonly<Record<string, string>>;
  /** The sender's file name, for display only. Never use it as a path. */
  readonly name: string;
  /** Fails with the refusal `file_too_large` beyond the endpoint's limit. */
  readonly stream: Readable;
};

/** The response of an endpoint with `media`. Sending begins when it is returned, so later errors cannot set a status. */
export type Download = {
  readonly stream: Readable;
  /** The name to save the file under. Without a name, the browser shows the response. */
  readonly filename?: string;
  /** The content never changes, so clients may cache it. */
  readonly immutable?: boolean;
};

export type Route<Member> = { readonly endpoint: Endpoint } & (
  | {
      readonly handle: (call: Call<Endpoint, Member>, found: Promise<unknown> | undefined) => Promise<unknown>;
      /** A lookup that starts while the caller is authenticated. The handler receives its failure. */
      readonly ahead?: (body: unknown) => Promise<unknown>;
    }
  | { readonly open: (call: Call<Endpoint, Member>) => Promise<Download> }
);

/** Binds an endpoint to its handler. The types of endpoint and handler must match here; afterwards they are erased. */
export function routesFor<Member>() {
  return <E extends Endpoint>(endpoint: E, handle: (call: Call<E, Member>) => Promise<AnswerOf<E>>): Route<Member> => ({
    endpoint,
    handle: handle as (call: Call<Endpoint, Member>) => Promise<unknown>,
  });
}

/** Like routesFor, with a lookup that needs only the body and runs during authentication. */
export function routesAheadFor<Member>() {
  return <E extends Endpoint, Found>(
    endpoint: E,
    ahead: (body: BodyOf<E>) => Promise<Found>,
    handle: (call: Call<E, Member>, found: Promise<Found>) => Promise<AnswerOf<E>>,
  ): Route<Member> => ({
    endpoint,
    ahead: ahead as (body: unknown) => Promise<unknown>,
    handle: handle as (call: Call<Endpoint, Member>, found: Promise<unknown> | undefined) => Promise<unknown>,
  });
}

/** Like routesFor, for an endpoint that responds with a stream. */
export function streamsFor<Member>() {
  return <E extends Endpoint>(endpoint: E, open: (call: Call<E, Member>) => Promise<Download>): Route<Member> => ({
    endpoint,
    open: open as (call: Call<Endpoint, Member>) => Promise<Download>,
  });
}
