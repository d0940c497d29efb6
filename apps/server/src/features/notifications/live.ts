import { Readable } from 'node:stream';
import { eventTopics, type EventTopic } from '@florin/contract';
import type { Logger } from 'pino';
import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { memberVersions, type Versions } from './member-versions.ts';

const maxStreamsPerMember = 10;
const reconnectAfterMs = 1_000;
/** The more there is to ask for, the rarer: asking never takes more than a quarter of one connection's time. */
const restFactor = 3;
/** Whoever does not read is let go, and asks again when it can. */
const maxUnreadBytes = 16 * 1024;

type Dependencies = {
  readonly pool: Pool;
  readonly logger: Logger;
  /** Throws `not_signed_in` for a token whose session is over. */
  readonly authenticate: (token: string) => Promise<unknown>;
  readonly lookEveryMs?: number;
  readonly checkEveryMs?: number;
};

type Listener = {
  readonly memberId: string;
  readonly token: string;
  readonly stream: Readable;
  /** What the member's versions were when the listener was last told; none before the first time. */
  seen: Versions | undefined;
};

export type Live = ReturnType<typeof openLive>;

/**
 * Tells open pages what to ask again for. While anybody listens, the database is asked now and then with one query for
 * all of them, so that it does not matter which node changed something (docs/decisions/0009-live-by-asking.md).
 */
export function openLive({ pool, logger, authenticate, lookEveryMs = 150, checkEveryMs = 15_000 }: Dependencies) {
  const listeners = new Set<Listener>(); // the oldest first
  const pause = wakefulPause();
  let running: Promise<void> | undefined;
  let closed = false;
  let isFailing = false;

  const look = async () => {
    const asked = [...listeners];
    const versions = await memberVersions(pool, [...new Set(asked.map(({ memberId }) => memberId))]);
    for (const listener of asked)
      if (listeners.has(listener)) tell(listener, versions.get(listener.memberId) ?? new Map());
  };

  const end = (listener: Listener | undefined) => {
    if (listener && listeners.delete(listener)) listener.stream.push(null);
  };

  /** A comment keeps the connection from being taken for dead; a session that is over ends the stream. */
  const check = async (listener: Listener) => {
    say(listener, ': still here\n\n');
    const isOver = await authenticate(listener.token).then(
      () => false,
      (error: unknown) => error instanceof Refusal && error.code === 'not_signed_in',
    );
    if (isOver) end(listener);
  };

  const run = async () => {
    let checkedAt = Date.now();
    while (listeners.size > 0) {
      const began = performance.now();
      await look().then(
        () => (isFailing = false),
        (error: unknown) => {
          if (!isFailing) logger.warn({ err: error }, 'open pages are not told of changes until the database is back');
          isFailing = true;
        },
      );
      if (Date.now() - checkedAt >= checkEveryMs) {
        checkedAt = Date.now();
        await Promise.all([...listeners].map(check));
      }
      await pause.take(Math.max(lookEveryMs, restFactor * (performance.now() - began)));
    }
    running = undefined;
  };

  return {
    /** Server-sent events for the member, until the session of that token is over. */
    open(memberId: string, token: string): Readable {
      const stream = new Readable({ read: () => undefined });
      stream.push(`retry: ${reconnectAfterMs}\n\n`);
      if (closed) {
        stream.push(null);
        return stream;
      }
      const listener: Listener = { memberId, token, stream, seen: undefined };
      listeners.add(listener);
      stream.once('close', () => listeners.delete(listener));
      const own = [...listeners].filter((one) => one.memberId === memberId);
      if (own.length > maxStreamsPerMember) end(own[0]);
      pause.end();
      running ??= run();
      return stream;
    },

    /** Ends every stream; one that is opened after ends at once. */
    async close(): Promise<void> {
      closed = true;
      for (const listener of listeners) end(listener);
      pause.end();
      await running;
    },
  };
}

/** Tells a listener what has changed since it was last told; the first time that is everything. */
function tell(listener: Listener, versions: Versions) {
  const topics = changedTopics(listener.seen, versions);
  listener.seen = versions;
  if (topics.length > 0) say(listener, `event: changed\ndata: ${JSON.stringify({ topics })}\n\n`);
}

function changedTopics(seen: Versions | undefined, now: Versions): readonly EventTopic[] {
  if (!seen) return eventTopics;
  const changed = new Set([...now].filter(([what, version]) => seen.get(what) !== version).map(([what]) => what));
  if (changed.has('ledger')) changed.add('money').add('notifications');
  return eventTopics.filter((topic) => changed.has(topic));
}

function say({ stream }: Listener, text: string) {
  if (stream.readableLength > maxUnreadBytes) stream.destroy();
  else stream.push(text);
}

/** A pause that can be ended before its time. */
function wakefulPause() {
  let end = () => {};
  return {
    take: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}
