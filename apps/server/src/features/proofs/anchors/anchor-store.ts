import type { Queryable } from '../../../platform/database/pool.ts';

/** A checkpoint of the log with other services' proofs of the time when it existed. */
export type Anchor = {
  readonly size: number;
  /** The signed note whose SHA-256 digest is stamped. */
  readonly checkpoint: string;
  readonly madeAt: Date;
  /** The time stamp of a time-stamp server (RFC 3161). */
  readonly timeStamp: { readonly answer: Buffer; readonly by: string; readonly at: Date } | undefined;
  /** The addresses of calendars whose proof is in the file. */
  readonly calendars: readonly string[];
  /** The file of OpenTimestamps. */
  readonly ots: Buffer | undefined;
  /** The Bitcoin block to which the proof leads. */
  readonly block: number | undefined;
};

type Row = {
  size: bigint;
  checkpoint: string;
  made_at: Date;
  time_stamp: Buffer | null;
  stamped_by: string | null;
  stamped_at: Date | null;
  calendars: string[];
  ots: Buffer | null;
  bitcoin_block: number | null;
};

const columns = 'size, checkpoint, made_at, time_stamp, stamped_by, stamped_at, calendars, ots, bitcoin_block';

function anchorOf(row: Row): Anchor {
  const { time_stamp: answer, stamped_by: by, stamped_at: at } = row;
  return {
    size: Number(row.size),
    checkpoint: row.checkpoint,
    madeAt: row.made_at,
    timeStamp: answer && by !== null && at ? { answer, by, at } : undefined,
    calendars: row.calendars,
    ots: row.ots ?? undefined,
    block: row.bitcoin_block ?? undefined,
  };
}

export async function newestAnchor(database: Queryable): Promise<Anchor | undefined> {
  const { rows } = await database.query<Row>(`select ${columns} from log_anchors order by made_at desc limit 1`);
  return rows[0] && anchorOf(rows[0]);
}

export async function findAnchor(database: Queryable, size: number): Promise<Anchor | undefined> {
  const { rows } = await database.query<Row>(`select ${columns} from log_anchors where size = $1`, [size]);
  return rows[0] && anchorOf(rows[0]);
}

/** Returns the newest stamped checkpoint and the newest checkpoint in Bitcoin. Both may be the same. */
export async function shownAnchors(database: Queryable): Promise<Anchor[]> {
  const { rows } = await database.query<Row>(
    `(select ${columns} from log_anchors where time_stamp is not null or ots is not null order by made_at desc limit 1)
     union
     (select ${columns} from log_anchors where bitcoin_block is not null order by made_at desc limit 1)
     order by made_at desc`,
  );
  return rows.map(anchorOf);
}

/**
 * Takes the anchors whose calendars are due for a question, and returns the anchors' sizes, newest first. An anchor
 * that is not in Bitcoin is due five minutes after it was made. The pause then doubles up to an hour. The pause is the
 * age of the anchor at the last question, plus five minutes. After a crash, an anchor that was taken waits for its next
 * due time.
 */
export async function takeDueAnchors(database: Queryable, days: number): Promise<number[]> {
  const { rows } = await database.query<{ size: bigint; made_at: Date }>(
    // The time is a minute early, because the runs of the job are not exactly five minutes apart.
    `update log_anchors set asked_at = now()
     where ots is not null and bitcoin_block is null and made_at > now() - make_interval(days => $1)
       and coalesce(asked_at, made_at) + interval '4 minutes'
         + least(coalesce(asked_at, made_at) - made_at, interval '55 minutes') <= now()
     returning size, made_at`,
    [days],
  );
  return rows.toSorted((one, other) => +other.made_at - +one.made_at).map(({ size }) => Number(size));
}

export async function insertAnchor(database: Queryable, size: number, checkpoint: string): Promise<void> {
  await database.query('insert into log_anchors (size, checkpoint) values ($1, $2) on conflict do nothing', [
    size,
    checkpoint,
  ]);
}

export async function storeTimeStamp(
  database: Queryable,
  size: number,
  { answer, by, at }: NonNullable<Anchor['timeStamp']>,
): Promise<void> {
  await database.query('update log_anchors set time_stamp = $2, stamped_by = $3, stamped_at = $4 where size = $1', [
    size,
    answer,
    by,
    at,
  ]);
}

export async function storeOts(
  database: Queryable,
  { size, calendars, ots, block }: Pick<Anchor, 'size' | 'calendars' | 'ots' | 'block'>,
): Promise<void> {
  await database.query('update log_anchors set calendars = $2, ots = $3, bitcoin_block = $4 where size = $1', [
    size,
    calendars,
    ots,
    block ?? null,
  ]);
}
