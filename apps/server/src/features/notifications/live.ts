import type { Readable } from 'node:stream';
import { eventTopics, type EventTopic } from '@florin/contract';
import type { Logger } from 'pino';
import { askPatiently } from '../../platform/ask-patiently.ts';
import { batchLoader } from '../../platform/database/batch-loader.ts';
import { openEventStreams, type Listener } from '../../platform/http/event-streams.ts';
import { histogram, secondsBuckets } from '../../platform/metrics/registry.ts';
import { memberVersions, versionText, type Ask, type VersionSources, type Versions } from './member-versions.ts';

const lag = histogram(
  'florin_live_lag_seconds',
  'Maximum time between a change and the notification of open pages, in seconds',
  secondsBuckets,
);

const maxPerMember = 10;
/** The pause after a poll is this many times the poll's duration, so polls use at most a quarter of one connection. */
const pauseFactor = 3;
/** Pages of other members do not wait longer for a ledger that is down. */
const patienceMs = 500;

type Dependencies = VersionSources & {
  readonly logger: Logger;
  /** Throws `not_signed_in` for the token of an ended session. */
  readonly authenticate: (token: string) => Promise<unknown>;
  readonly lookEveryMs?: number;
  readonly commentEveryMs?: number;
  /** A stream with more unread bytes than this ends. */
  readonly maxUnreadBytes?: number;
};

/** The member's versions at the last notification. Undefined before the first. */
type StreamState = { seen?: Versions };

export type Live = ReturnType<typeof openLive>;

/**
 * Notifies open pages of topics to reload. While streams are open, one query polls the database for all of them. The
 * polls thus find the changes of every node (docs/decisions/0009-poll-for-changes.md).
 */
export function openLive({
  pool,
  ledgers,
  ledger,
  logger,
  authenticate,
  lookEveryMs = 150,
  commentEveryMs = 15_000,
  maxUnreadBytes = 16 * 1024,
}: Dependencies) {
  const sources = { pool, ledgers, ledger };
  const askNamed = askPatiently(patienceMs);
  const ask: Ask = (shard, question) => askNamed(`the database of ledger ${shard}`, question);
  let isFailing = false;
  let polledAt: number | undefined;

  const poll = async (listeners: readonly Listener<StreamState>[]) => {
    const startedAt = performance.now();
    // A new stream gets all topics, and only earlier streams have waited since the last poll.
    const before = listeners.some(({ state }) => state.seen) ? (polledAt ?? startedAt) : startedAt;
    const ids = [...new Set(listeners.map(({ memberId }) => memberId))];
    const { versions, errors } = await memberVersions(sources, ids, ask);
    for (const listener of listeners) notify(listener, versions.get(listener.memberId) ?? new Map());
    lag.observe((performance.now() - before) / 1_000);
    polledAt = startedAt;
    if (errors.length > 0) throw errors[0];
  };

  const streams = openEventStreams<StreamState>({
    name: 'changes',
    authenticate,
    maxPerMember,
    maxUnreadBytes,
    commentEveryMs,
    restMs: (tookMs) => Math.max(lookEveryMs, pauseFactor * tookMs),
    look: (listeners) =>
      poll(listeners).then(
        () => void (isFailing = false),
        (error: unknown) => {
          if (!isFailing)
            logger.warn({ err: error }, 'cannot notify open pages of changes; retrying until the database is back');
          isFailing = true;
        },
      ),
  });

  const versionsOf = batchLoader(async (ids: string[]) => (await memberVersions(sources, ids)).versions);

  return {
    /** Opens a stream of server-sent events for the member. The stream ends with the token's session. */
    open: (memberId: string, token: string): Readable => streams.open(memberId, token, {}),
    /** Returns one text for the versions of all the member's data, in the same form as in the events. */
    versionOf: async (memberId: string): Promise<string> => versionText(await versionsOf(memberId)),
    close: () => streams.close(),
  };
}

/** Sends the topics that changed since the last notification; the first time all topics. */
function notify({ state, send }: Listener<StreamState>, versions: Versions) {
  const topics = changedTopics(state.seen, versions);
  state.seen = versions;
  if (topics.length > 0) send('changed', { topics, version: versionText(versions) });
}

function changedTopics(seen: Versions | undefined, now: Versions): readonly EventTopic[] {
  if (!seen) return eventTopics;
  const changed = new Set([...now].filter(([what, version]) => seen.get(what) !== version).map(([what]) => what));
  if (changed.has('ledger')) changed.add('money').add('notifications');
  return eventTopics.filter((topic) => changed.has(topic));
}
