import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type ClientBase, type Pool, type PoolClient } from 'pg';
import { Refusal } from '../refusal.ts';

/**
 * Serialization failure, deadlock, and a missing prepared statement. The last occurs after a statement that failed to
 * prepare (pipeline.ts). In all three cases the database ran nothing.
 */
const retryable = new Set(['40001', '40P01', '26000']);
/** Engines of several servers report a server's error as an internal error with the same text. */
const internalError = 'XX000';
const conflictWords = /could not serialize access|deadlock/;
const maxAttempts = 8;

/**
 * Thrown by work that acted on outdated or missing data. The work runs again after `renew`, which runs outside of the
 * transaction. After the last attempt the caller is asked to repeat the request.
 */
export class Outdated extends Refusal {
  readonly renew: () => Promise<void>;

  constructor(renew = async (): Promise<void> => undefined) {
    super('busy', '{{brand}} is very busy right now. Please try again in a moment.', { retryAfterSeconds: 1 });
    this.renew = renew;
  }
}

/** Retries the work on these errors, at most 8 attempts with growing random pauses. */
export async function withRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
      if (error instanceof Outdated) await error.renew();
      await sleep(Math.random() * 2 ** attempt);
    }
  }
}

function isConflict(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  return (
    error instanceof Outdated ||
    retryable.has(state) ||
    (state === internalError && error instanceof Error && conflictWords.test(error.message))
  );
}

/** A participant that ends together with a transaction, such as the transaction of another database. */
export type Participant = {
  /** Runs before the transaction commits. If it throws, everything is rolled back. */
  readonly prepare: () => Promise<void>;
  /**
   * Runs after the commit, in the order of the participants. A failure changes nothing, because the transaction is
   * committed.
   */
  readonly commit: () => Promise<unknown>;
  readonly rollback: () => Promise<unknown>;
  /** Runs when the database did not answer the commit, so that the outcome is unknown. */
  readonly leave: () => void;
};

const participants = new WeakMap<Pick<ClientBase, 'query'>, Participant[]>();

/** Adds a participant that ends together with a transaction of `transact`. */
export function takePart(tx: Pick<ClientBase, 'query'>, participant: Participant): void {
  const all = participants.get(tx);
  if (!all) throw new Error('only a transaction of transact() can have participants');
  all.push(participant);
}

/** Runs the work in one transaction and retries it on conflicts. The work must not change anything outside the database. */
export function transact<Result>(pool: Pool, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
  return withRetry(async () => {
    const client = await pool.connect();
    let broken: Error | undefined;
    const parts: Participant[] = [];
    participants.set(client, parts);
    let isCommitting = false;
    try {
      await client.query('begin');
      const result = await work(client);
      for (const part of parts) await part.prepare();
      isCommitting = true;
      await client.query('commit');
      for (const part of parts) await part.commit().catch(() => undefined);
      return result;
    } catch (error) {
      // Without the database's answer, the transaction may have committed.
      const isUnknown = isCommitting && !(error instanceof DatabaseError);
      if (isUnknown) for (const part of parts) part.leave();
      else for (const part of parts) await part.rollback().catch(() => undefined);
      await client.query('rollback').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      participants.delete(client);
      client.release(broken);
    }
  });
}

export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** A row with this key already exists. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';
