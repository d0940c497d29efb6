import { Readable } from 'node:stream';
import { gauge } from '../metrics/registry.ts';
import { Refusal } from '../refusal.ts';
import { cancellableDelay } from '../cancellable-delay.ts';

const openStreams = gauge('florin_event_streams', 'Open event streams, by kind', ['stream']);

/** The session has ended, or its person no longer acts for the business. */
const endingCodes = new Set(['not_signed_in', 'business_not_found']);

const reconnectAfterMs = 1_000;

/** One open stream of server-sent events. */
export type Listener<State> = {
  readonly memberId: string;
  /** The subscription, and the events already sent. */
  readonly state: State;
  /** Sends an event. Ends the stream of a client that does not read; the client can reconnect. */
  readonly send: (event: string, data: unknown) => void;
};

type Options<State> = {
  /** The name of the streams in the metrics. */
  readonly name: 'changes' | 'prices';
  /** Throws `not_signed_in` if the token's session has ended. */
  readonly authenticate: (token: string) => Promise<unknown>;
  /** The maximum number of streams per member. A further stream ends the oldest one. */
  readonly maxPerMember: number;
  readonly maxUnreadBytes: number;
  /** The interval of comments on idle connections, which keep proxies from closing them. */
  readonly commentEveryMs: number;
  /** The interval of session checks: the maximum time that a stream outlives its session, without the query's duration. */
  readonly checkSessionsEveryMs?: number;
  /**
   * Sends pending events to the listeners. Called repeatedly while there are listeners, and immediately for a new
   * listener.
   */
  readonly look: (listeners: readonly Listener<State>[]) => Promise<void> | void;
  /** Returns the pause after a poll, given the poll's duration. */
  readonly restMs: (tookMs: number) => number;
};

type OpenListener<State> = Listener<State> & {
  readonly token: string;
  readonly stream: Readable;
  readonly say: (text: string) => void;
};

const isForBusiness = (credential: string) => credential.includes(' ');

/** Sends server-sent events to members until their sessions end. Runs nothing while there are no listeners. */
export function openEventStreams<State>(options: Options<State>) {
  const { name, authenticate, maxPerMember, maxUnreadBytes, commentEveryMs, look, restMs } = options;
  const { checkSessionsEveryMs = 400 } = options;
  const listeners = new Set<OpenListener<State>>(); // oldest first
  const pause = cancellableDelay();
  const checkPause = cancellableDelay();
  let running: Promise<void> | undefined;
  let checking: Promise<void> | undefined;
  let closed = false;

  const remove = (listener: OpenListener<State>) => {
    const wasOpen = listeners.delete(listener);
    if (wasOpen) openStreams.dec({ stream: name });
    return wasOpen;
  };

  const end = (listener: OpenListener<State> | undefined) => {
    if (listener && remove(listener)) listener.stream.push(null);
  };

  const endIfSessionIsOver = async (listener: OpenListener<State>) => {
    const isOver = await authenticate(listener.token).then(
      () => false,
      (error: unknown) => error instanceof Refusal && endingCodes.has(error.code),
    );
    if (isOver) end(listener);
  };

  /** Ends streams of sessions that ended on any node. All listeners are checked together, in one small query. */
  const checkSessions = async () => {
    let tookMs = 0;
    while (listeners.size > 0) {
      await checkPause.take(Math.max(checkSessionsEveryMs, tookMs));
      const began = performance.now();
      await Promise.all([...listeners].map(endIfSessionIsOver));
      tookMs = performance.now() - began;
    }
    checking = undefined;
  };

  const run = async () => {
    let commentedAt = Date.now();
    while (listeners.size > 0) {
      const began = performance.now();
      await look([...listeners]);
      if (Date.now() - commentedAt >= commentEveryMs) {
        commentedAt = Date.now();
        for (const listener of listeners) listener.say(': still here\n\n');
      }
      await pause.take(restMs(performance.now() - began));
    }
    running = undefined;
  };

  const createListener = (memberId: string, token: string, state: State, stream: Readable): OpenListener<State> => {
    const say = (text: string) => {
      if (!listeners.has(listener)) return;
      if (stream.readableLength > maxUnreadBytes) stream.destroy();
      else stream.push(text);
    };
    const send = (event: string, data: unknown) => say(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    const listener = { memberId, token, state, stream, say, send };
    return listener;
  };

  return {
    open(memberId: string, token: string, state: State): Readable {
      const stream = new Readable({ read: () => undefined });
      stream.push(`retry: ${reconnectAfterMs}\n\n`);
      if (closed) {
        stream.push(null);
        return stream;
      }
      const listener = createListener(memberId, token, state, stream);
      listeners.add(listener);
      openStreams.inc({ stream: name });
      stream.once('close', () => remove(listener));
      // Several people act for a business, each with streams of their own.
      const own = [...listeners].filter(
        (one) => one.memberId === memberId && (!isForBusiness(token) || one.token === token),
      );
      if (own.length > maxPerMember) end(own[0]);
      pause.end();
      running ??= run();
      checking ??= checkSessions();
      return stream;
    },

    /** Ends all streams. A stream opened later ends immediately. */
    async close(): Promise<void> {
      closed = true;
      for (const listener of listeners) end(listener);
      pause.end();
      checkPause.end();
      await Promise.all([running, checking]);
    },
  };
}
