import { Readable } from 'node:stream';
import { gauge } from '../metrics/registry.ts';
import { Refusal } from '../refusal.ts';
import { wakefulPause } from '../wakeful-pause.ts';

const openStreams = gauge('florin_event_streams', 'Event streams that are open, by what they tell of', ['stream']);

const reconnectAfterMs = 1_000;

/** One open stream of server-sent events. */
export type Listener<State> = {
  readonly memberId: string;
  /** What it listens for, and what it was told already. */
  readonly state: State;
  /** Whoever does not read is let go, and asks again when it can. */
  readonly tell: (event: string, data: unknown) => void;
};

type Options<State> = {
  /** What they are called where they are counted. */
  readonly name: 'changes' | 'prices';
  /** Throws `not_signed_in` for a token whose session is over. */
  readonly authenticate: (token: string) => Promise<unknown>;
  /** With more than these the oldest of the member ends. */
  readonly mostPerMember: number;
  readonly mostUnreadBytes: number;
  /** How often an idle connection gets a comment, so that nothing in between takes it for dead. */
  readonly commentEveryMs: number;
  /** How long a stream may outlive its session, less the time of the query. */
  readonly checkSessionsEveryMs?: number;
  /** Tells those listeners what there is to tell; again and again while there are any, and at once for a new one. */
  readonly look: (listeners: readonly Listener<State>[]) => Promise<void> | void;
  /** How long to rest after a look that took so long. */
  readonly restMs: (tookMs: number) => number;
};

type Held<State> = Listener<State> & {
  readonly token: string;
  readonly stream: Readable;
  readonly say: (text: string) => void;
};

/** Server-sent events to members, until their sessions are over. Nothing runs while nobody listens. */
export function openEventStreams<State>(options: Options<State>) {
  const { name, authenticate, mostPerMember, mostUnreadBytes, commentEveryMs, look, restMs } = options;
  const { checkSessionsEveryMs = 400 } = options;
  const listeners = new Set<Held<State>>(); // the oldest first
  const pause = wakefulPause();
  const checkPause = wakefulPause();
  let running: Promise<void> | undefined;
  let checking: Promise<void> | undefined;
  let closed = false;

  const letGo = (listener: Held<State>) => {
    const wasHeld = listeners.delete(listener);
    if (wasHeld) openStreams.dec({ stream: name });
    return wasHeld;
  };

  const end = (listener: Held<State> | undefined) => {
    if (listener && letGo(listener)) listener.stream.push(null);
  };

  const endIfSessionIsOver = async (listener: Held<State>) => {
    const isOver = await authenticate(listener.token).then(
      () => false,
      (error: unknown) => error instanceof Refusal && error.code === 'not_signed_in',
    );
    if (isOver) end(listener);
  };

  /** However a session ended and on whichever node: all listeners are checked together, which is one small query. */
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

  const hold = (memberId: string, token: string, state: State, stream: Readable): Held<State> => {
    const say = (text: string) => {
      if (!listeners.has(listener)) return;
      if (stream.readableLength > mostUnreadBytes) stream.destroy();
      else stream.push(text);
    };
    const tell = (event: string, data: unknown) => say(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    const listener = { memberId, token, state, stream, say, tell };
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
      const listener = hold(memberId, token, state, stream);
      listeners.add(listener);
      openStreams.inc({ stream: name });
      stream.once('close', () => letGo(listener));
      const own = [...listeners].filter((one) => one.memberId === memberId);
      if (own.length > mostPerMember) end(own[0]);
      pause.end();
      running ??= run();
      checking ??= checkSessions();
      return stream;
    },

    /** Ends every stream; one that is opened after ends at once. */
    async close(): Promise<void> {
      closed = true;
      for (const listener of listeners) end(listener);
      pause.end();
      checkPause.end();
      await Promise.all([running, checking]);
    },
  };
}
