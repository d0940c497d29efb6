import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Mismatch } from './command-problem.ts';

/** An event of the event log. Other fields are passed on. */
const event = z.looseObject({ id: z.string(), sequence: z.number(), type: z.string(), object: z.string() });
export type LoggedEvent = z.infer<typeof event>;

const page = z.object({ events: z.array(event), has_more: z.boolean() });
const problem = z.object({ detail: z.string() });

export type EventLog = {
  /** The server's address, without `/api`. */
  readonly url: string;
  /** An API key with the scope `events:read`. */
  readonly key: string;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
};

const pollMs = 1_000;
const timeoutMs = 30_000;
const maxPauseMs = 10_000;

/** The server could not be reached, or could not answer now. */
class Unreachable extends Error {}

/** Returns the sequence of the newest event. Throws if the server cannot be reached or rejects the key. */
export async function newestSequence(log: EventLog): Promise<number> {
  try {
    const { events } = await readPage(log, { before: Number.MAX_SAFE_INTEGER, limit: 1 });
    return events[0]?.sequence ?? 0;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new Mismatch(`${error.message} Is Florin running? Check --url.`);
  }
}

/**
 * Yields each event after the sequence once, in order, until the signal. Asks again after a lost connection. Throws if the
 * server rejects the key.
 */
export async function* followEventLog(log: EventLog, after: number): AsyncGenerator<LoggedEvent, void, void> {
  let last = after;
  for (let failures = 0; !log.signal.aborted;) {
    try {
      const { events, has_more: hasMore } = await readPage(log, { after: last, limit: 100 });
      if (failures > 0) log.note('Connected again.');
      failures = 0;
      for (const one of events) {
        yield one;
        last = one.sequence;
      }
      if (!hasMore) await pause(log, pollMs);
    } catch (error) {
      if (log.signal.aborted) return;
      if (!(error instanceof Unreachable)) throw error;
      failures += 1;
      if (failures === 1) log.note(`${error.message} Trying again.`);
      await pause(log, pauseAfter(failures));
    }
  }
}

export const pauseAfter = (failures: number): number => Math.min(250 * 2 ** failures, maxPauseMs);

/** Waits, or returns at once on the signal. */
export const pause = ({ signal }: Pick<EventLog, 'signal'>, ms: number): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

async function readPage({ url, key, signal }: EventLog, query: Readonly<Record<string, number>>) {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  const { status, text } = await ask(`${url}/api/event-log?${search.toString()}`, key, signal);
  const json = jsonOf(text);
  if (status === 200) {
    const read = z.safeParse(page, json);
    if (read.success) return read.data;
  }
  const { data: refused } = z.safeParse(problem, json);
  if (status === 429 || status >= 500) throw new Unreachable(`${url} answered ${status}.`);
  if (status === 401) throw new Mismatch('The server does not accept this API key. Make one at /developers.');
  if (status === 403 && refused) throw new Mismatch(refused.detail);
  throw new Mismatch(`${url} answered ${status}, but not as Florin does. Check --url.`);
}

async function ask(url: string, key: string, signal: AbortSignal) {
  try {
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    return { status: answer.status, text: await answer.text() };
  } catch {
    throw new Unreachable(`Cannot reach ${new URL(url).origin}.`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
