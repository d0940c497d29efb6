import { accountKey } from '../account.ts';
import { serverNow } from '../server-time.ts';
import { namedWitnesses, type Witnesses } from './witnesses.ts';
import { outcomeName } from './outcome-name.ts';

/**
 * The log that this browser saw last: public data, which stays after the end of the session. If this data ended with
 * the session, the house could show other books after each sign-in.
 */
export type SeenLog = {
  readonly keys: readonly string[];
  readonly checkpoint: string;
  readonly witnesses?: Witnesses;
};

const logKey = accountKey('florin-log');

export function seenLog(): SeenLog | undefined {
  const seen = read(logKey);
  if (!Array.isArray(seen?.['keys']) || typeof seen['checkpoint'] !== 'string') return undefined;
  const witnesses = namedWitnesses(JSON.stringify(seen));
  return { keys: seen['keys'].map(String), checkpoint: seen['checkpoint'], witnesses };
}

export const storeSeenLog = ({ keys, checkpoint, witnesses }: SeenLog): void =>
  write(logKey, { keys, checkpoint, witnesses });

export const forgetSeenLog = (): void => localStorage.removeItem(logKey);

/** The outcome of the last check in any tab, with its time on the server's clock. */
export type Outcome = { readonly userId: string; readonly at: number; readonly ok: boolean };

const outcomeKey = accountKey(outcomeName);

export function lastOutcome(userId: string): Outcome | undefined {
  const outcome = read(outcomeKey);
  const at = Number(outcome?.['at']);
  if (outcome?.['userId'] !== userId || !(at <= serverNow() + toleranceMs)) return undefined;
  return { userId, at, ok: outcome['ok'] === true };
}

const toleranceMs = 60_000;

export const storeOutcome = (outcome: Outcome): void => write(outcomeKey, outcome);

function write(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full. The next check starts with the previous value.
  }
}

function read(key: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined; // invalid JSON
  }
}
