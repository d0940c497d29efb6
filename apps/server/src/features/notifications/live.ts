import type { Readable } from 'node:stream';
import { eventTopics, type EventTopic } from '@florin/contract';
import type { Logger } from 'pino';
import type { Pool } from '../../platform/database/pool.ts';
import { turnLoader } from '../../platform/database/turn-loader.ts';
import { digestUuid } from '../../platform/digest.ts';
import { openEventStreams, type Listener } from '../../platform/http/event-streams.ts';
import { histogram, secondsBuckets } from '../../platform/metrics/registry.ts';
import { memberVersions, type Versions } from './member-versions.ts';

const lag = histogram(
  'florin_live_lag_seconds',
  'The longest that a change may have waited before open pages were told of it',
  secondsBuckets,
);

const mostPerMember = 10;
/** The more there is to ask for, the rarer: asking never takes more than a quarter of one connection's time. */
const restFactor = 3;
const mostUnreadBytes = 16 * 1024;

type Dependencies = {
  readonly pool: Pool;
  readonly logger: Logger;
  /** Throws `not_signed_in` for a token whose session is over. */
  readonly authenticate: (token: string) => Promise<unknown>;
  readonly lookEveryMs?: number;
  readonly commentEveryMs?: number;
};

/** What the member's versions were when the listener was last told; none before the first time. */
type Told = { seen?: Versions };

export type Live = ReturnType<typeof openLive>;

/**
 * Tells open pages what to ask again for. While anybody listens, the database is asked now and then with one query for
 * all of them, so that it does not matter which node changed something (docs/decisions/0009-poll-for-changes.md).
 */
export function openLive({ pool, logger, authenticate, lookEveryMs = 150, commentEveryMs = 15_000 }: Dependencies) {
  let isFailing = false;
  let askedAt: number | undefined;

  const askAndTell = async (listeners: readonly Listener<Told>[]) => {
    const asking = performance.now();
    // Whoever is new is told everything: only those who were told before have waited since then.
    const before = listeners.some(({ state }) => state.seen) ? (askedAt ?? asking) : asking;
    const versions = await memberVersions(pool, [...new Set(listeners.map(({ memberId }) => memberId))]);
    for (const listener of listeners) tell(listener, versions.get(listener.memberId) ?? new Map());
    lag.observe((performance.now() - before) / 1_000);
    askedAt = asking;
  };

  const streams = openEventStreams<Told>({
    name: 'changes',
    authenticate,
    mostPerMember,
    mostUnreadBytes,
    commentEveryMs,
    restMs: (tookMs) => Math.max(lookEveryMs, restFactor * tookMs),
    look: (listeners) =>
      askAndTell(listeners).then(
        () => void (isFailing = false),
        (error: unknown) => {
          if (!isFailing) logger.warn({ err: error }, 'open pages are not told of changes until the database is back');
          isFailing = true;
        },
      ),
  });

  const versionsOf = turnLoader((ids: string[]) => memberVersions(pool, ids));

  return {
    /** Server-sent events for the member, until the session of that token is over. */
    open: (memberId: string, token: string): Readable => streams.open(memberId, token, {}),
    /** One text for the versions of all that is the member's, as the events have it. */
    versionOf: async (memberId: string): Promise<string> => versionText(await versionsOf(memberId)),
    close: () => streams.close(),
  };
}

/** Tells a listener what has changed since it was last told; the first time that is everything. */
function tell({ state, tell: say }: Listener<Told>, versions: Versions) {
  const topics = changedTopics(state.seen, versions);
  state.seen = versions;
  if (topics.length > 0) say('changed', { topics, version: versionText(versions) });
}

const versionText = (versions: Versions = new Map()): string =>
  digestUuid(...[...versions].map(([what, version]) => `${what} ${version}`).toSorted());

function changedTopics(seen: Versions | undefined, now: Versions): readonly EventTopic[] {
  if (!seen) return eventTopics;
  const changed = new Set([...now].filter(([what, version]) => seen.get(what) !== version).map(([what]) => what));
  if (changed.has('ledger')) changed.add('money').add('notifications');
  return eventTopics.filter((topic) => changed.has(topic));
}
