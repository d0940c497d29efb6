import type { Queryable } from '../../platform/database/pool.ts';

/** Seconds to wait after each failed attempt except the last. All waits add up to about 80 minutes. */
const waitSeconds = [15, 60, 300, 900, 3_600] as const;
/** The claim lasts longer than one batch takes, so another node claims a text only after the first node stopped. */
const leaseMinutes = 2;

export type WaitingText = {
  readonly id: string;
  readonly to: string;
  readonly sealed_body: Buffer;
  /** The number of attempts, including this one. */
  readonly attempts: number;
};

/** Claims up to `atMost` due texts for this node, the oldest first. Abandons texts whose time has passed. */
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

/** Marks a text as sent. Deletes the text's body and number, unless the sandbox shows them. */
export const markSent = (database: Queryable, id: string, { keepText }: { keepText: boolean }) =>
  database.query(
    `update texts set sent_at = now(), last_error = null${keepText ? '' : `, ${withoutText}`} where id = $1`,
    [id],
  );

/** Schedules the next attempt, or abandons the text after the last attempt. */
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

/** Returns the newest 100 texts that still have their body. */
export async function storedTexts(database: Queryable): Promise<StoredText[]> {
  const { rows } = await database.query<StoredText>(
    `select id, recipient as "to", sealed_body, created_at, sent_at from texts
     where sealed_body is not null order by created_at desc, id desc limit 100`,
  );
  return rows;
}
