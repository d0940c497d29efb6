import type { Readable } from 'node:stream';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@florin/contract';

/** One submission of a call that takes a key. The same key with another hash is a conflict. */
export type Command = { readonly key: string; readonly requestHash: bigint };

/** What a handler is given: the parsed parts of the request, and who asks. */
export type Call<E, Member> = {
  readonly body: BodyOf<E>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  /** The signed-in user. Reading it in a public endpoint is a bug and throws. */
  readonly member: Member;
  /** Only for endpoints that take a key, as all that move money do; elsewhere reading it is a bug and throws. */
  readonly command: Command;
  readonly token: string;
  readonly ip: string;
  /** What the browser says it is; may say anything, and is cut at 300 characters. */
  readonly userAgent: string;
  /** The host and port that were asked for, as the request says. */
  readonly host: string;
  /** Only for endpoints that take a file; elsewhere calling it is a bug and throws. */
  readonly upload: () => Promise<Upload>;
  /** Tells the log whose call a public one has turned out to be. */
  readonly isOf: (memberId: string) => void;
  /** Names the next page in the answer's Link header. */
  readonly nextPage: (cursor: string) => void;
  /** Says in the answer's X-Total-Count header how many there are on all pages together. */
  readonly totalCount: (total: number) => void;
};

/** A file on its way in, and the fields that came before it. */
export type Upload = {
  readonly fields: Readonly<Record<string, string>>;
  /** As the sender says: a name to show, never a path. */
  readonly name: string;
  /** Fails with the refusal `file_too_large` when more comes than the endpoint takes. */
  readonly stream: Readable;
};

/** What an endpoint with `media` answers. What has not failed when this is returned has begun to be sent. */
export type Download = {
  readonly stream: Readable;
  /** Saved under this name; without one it is read as it comes. */
  readonly filename?: string;
  /** Never changes: whoever has it may keep it. */
  readonly immutable?: boolean;
};

export type Route<Member> = { readonly endpoint: Endpoint } & (
  | {
      readonly handle: (call: Call<Endpoint, Member>, found: Promise<unknown> | undefined) => Promise<unknown>;
      /** What the handler will look up whoever asks, begun while that is found out. Its failure is the handler's. */
      readonly ahead?: (body: unknown) => Promise<unknown>;
    }
  | { readonly open: (call: Call<Endpoint, Member>) => Promise<Download> }
);

/** Binds an endpoint to its handler; the types of both agree here and are forgotten after. */
export function routesFor<Member>() {
  return <E extends Endpoint>(endpoint: E, handle: (call: Call<E, Member>) => Promise<AnswerOf<E>>): Route<Member> => ({
    endpoint,
    handle: handle as (call: Call<Endpoint, Member>) => Promise<unknown>,
  });
}

/** The same with something that is looked up by the body alone, at the same time as the session. */
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

/** The same for an endpoint whose answer is a stream. */
export function streamsFor<Member>() {
  return <E extends Endpoint>(endpoint: E, open: (call: Call<E, Member>) => Promise<Download>): Route<Member> => ({
    endpoint,
    open: open as (call: Call<Endpoint, Member>) => Promise<Download>,
  });
}
