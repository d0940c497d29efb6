import type { Queryable } from '../../platform/database/pool.ts';

/** Waits after each failed attempt but the last, about an hour and a half in all: then it is no news any more. */
const waitSeconds = [15, 60, 300, 900, 3_600] as const;
/** Longer than a batch can take: a text is taken up by another node only when its own is gone. */
const leaseMinutes = 2;

export type WaitingText = {
  readonly id: string;
  readonly to: string;
  readonly sealed_body: Buffer;
  /** This one included. */
  readonly attempts: number;
};

/** Takes up to so many texts that are due, oldest first, so that no other node does. Gives up those that came too late. */
export async function claimWaiting(database: Queryable, atMost: number): Promise<WaitingText[]> {
  await database.query(
    `update texts set given_up_at = now(), ${withoutText}
     where sent_at is null and given_up_at is null and next_attempt_at <= now() and expires_at <= now()`,
  );
  const { rows } = await database.query<WaitingText>(
    `with due as materialized (
       select id from texts
       where sent_at is null and given_up_at is null and next_attempt_at <= now()
       order by next_attempt_at limit $1 for update skip locked)
     update texts t set attempts = t.attempts + 1, next_attempt_at = now() + make_interval(mins => $2)
     from due where t.id = due.id
     returning t.id, t.recipient as "to", t.sealed_body, t.attempts`,
    [atMost, leaseMinutes],
  );
  return rows;
}

const withoutText = `sealed_body = null, recipient = ''`;

/** Text and number are kept only where the sandbox shows them. That something was sent stays. */
export const markSent = (database: Queryable, id: string, { keepText }: { keepText: boolean }) =>
  database.query(
    `update texts set sent_at = now(), last_error = null${keepText ? '' : `, ${withoutText}`} where id = $1`,
    [id],
  );

/** To be tried again after a while, or given up after the last attempt. */
export async function markFailed(database: Queryable, { id, attempts }: WaitingText, reason: string): Promise<void> {
  const wait = waitSeconds[attempts - 1];
  await (wait === undefined
    ? database.query(`update texts set last_error = $2, given_up_at = now(), ${withoutText} where id = $1`, [
        id,
        reason,
      ])
    : database.query(
        'update texts set last_error = $2, next_attempt_at = now() + make_interval(secs => $3) where id = $1',
        [id, reason, wait],
      ));
}

export type StoredText = {
  readonly id: string;
  readonly to: string;
  readonly sealed_body: Buffer;
  readonly created_at: Date;
  readonly sent_at: Date | null;
};

/** Newest first, those that still have their text. */
export async function storedTexts(database: Queryable): Promise<StoredText[]> {
  const { rows } = await database.query<StoredText>(
    `select id, recipient as "to", sealed_body, created_at, sent_at from texts
     where sealed_body is not null order by created_at desc, id desc limit 100`,
  );
  return rows;
}
