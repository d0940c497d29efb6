import type { Logger } from 'pino';
import type { Calendar } from '../../../providers/calendar/calendar.ts';
import type { TimeStampServer } from '../../../providers/time-stamp/time-stamp-server.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { gauge } from '../../../platform/metrics/registry.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { readHead } from '../log/log-store.ts';
import { insertAnchor, newestAnchor, storeTimeStamp, takeDueAnchors, type Anchor } from './anchor-store.ts';
import { completePromise, getPromise } from './calendar-proofs.ts';

/** A failed stamp or promise is requested again after this time. */
const everySeconds = 300;
const hourMs = 3_600_000;
/** A calendar needs hours for its proof. A calendar forgets its promises after days. */
const patienceDays = 7;

const stampedAt = gauge('florin_log_anchored_timestamp_seconds', 'When the anchor stamped the log last', ['anchor']);

/** Services that time-stamp the public log. */
export type Anchors = { readonly timeStamps: TimeStampServer | undefined; readonly calendars: readonly Calendar[] };

type Dependencies = { readonly pool: Pool; readonly anchors: Anchors };

/**
 * Requests time stamps of the newest checkpoint from other services each hour. The log never waits for these services.
 */
export const scheduleAnchors = (dependencies: Dependencies & { readonly logger: Logger }) =>
  recurringJob(dependencies, 'anchor-log', everySeconds, async () => {
    const failures = await anchorLog(dependencies);
    if (failures.length > 0) throw new AggregateError(failures, 'the log was not stamped');
  });

/**
 * Requests the missing stamps and promises of the newest anchor, and asks the calendars whether their promises are in
 * Bitcoin. A service that does not answer does not delay the others. Returns the failures.
 */
export async function anchorLog(dependencies: Dependencies): Promise<Error[]> {
  const { pool, anchors } = dependencies;
  const failures: Error[] = [];
  const attempt = async (who: string, work: Promise<void>) => {
    await work.catch((error: unknown) => failures.push(new Error(`${who}: ${String(error)}`, { cause: error })));
  };
  const anchor = await dueAnchor(pool);
  if (anchor && anchors.timeStamps && !anchor.timeStamp)
    await attempt(anchors.timeStamps.host, getTimeStamp(pool, anchors.timeStamps, anchor));
  for (const calendar of anchors.calendars)
    if (anchor && !anchor.calendars.includes(calendar.url))
      await attempt(
        calendar.url,
        getPromise(pool, calendar, anchor.size).then(() => recordStamped(calendar.url)),
      );
  for (const size of await takeDueAnchors(pool, patienceDays))
    for (const calendar of anchors.calendars) await attempt(calendar.url, completePromise(pool, calendar, size));
  return failures;
}

/** Returns the newest anchor. After an hour, this is a new anchor of the newest checkpoint, if the log has grown. */
async function dueAnchor(pool: Pool): Promise<Anchor | undefined> {
  const newest = await newestAnchor(pool);
  if (newest && Date.now() - +newest.madeAt < hourMs) return newest;
  const { size, checkpoint } = await readHead(pool);
  if (checkpoint === null || checkpoint === newest?.checkpoint) return newest;
  await insertAnchor(pool, size, checkpoint);
  return newestAnchor(pool);
}

async function getTimeStamp(pool: Pool, { host, stamp }: TimeStampServer, { size, checkpoint }: Anchor): Promise<void> {
  const { answer, at } = await stamp(Buffer.from(checkpoint));
  await storeTimeStamp(pool, size, { answer, by: host, at });
  recordStamped(host);
}

const recordStamped = (anchor: string) => stampedAt.set({ anchor }, Date.now() / 1_000);
