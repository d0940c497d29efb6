import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';
import type { KeyedDigest } from '../../platform/keyed-digest.ts';
import { Refusal } from '../../platform/refusal.ts';
import { encryptForDelivery } from '../mail/index.ts';
import { canonicalNumber } from './canonical-number.ts';

export type Text = {
  readonly memberId: string;
  /** The number in the form that the member wrote. */
  readonly phone: string;
  readonly purpose: 'code' | 'news';
  readonly body: string;
  /** The text is not sent after this many seconds. */
  readonly seconds: number;
  /** An idempotency key: a second text with the same key is not queued. */
  readonly once?: string;
};

type Dependencies = { readonly digestOf: KeyedDigest };

/** Daily limits. A text costs money, and its recipient may not be the member. */
const perDay = { codesToNumber: 5, newsOfMember: 20, allToNumber: 30 } as const;

/** Queues a text in the caller's transaction. The body is encrypted until the text is sent. */
export async function queueText(tx: Queryable, { digestOf }: Dependencies, text: Text): Promise<void> {
  const id = uuidv7();
  const to = canonicalNumber(text.phone);
  await tx.query(
    `insert into texts (id, user_id, purpose, number_digest, recipient, sealed_body, expires_at, once)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8) on conflict (once) do nothing`,
    [
      id,
      text.memberId,
      text.purpose,
      await digestOf(digestPurpose, to),
      to,
      await encryptForDelivery(tx, aboutText(id), text.body),
      text.seconds,
      text.once,
    ],
  );
}

export const aboutText = (id: string) => `text ${id}`;

const digestPurpose = 'phone number';

/**
 * Locks the number until the transaction ends and checks its daily limits across all accounts. Refusals:
 * `too_many_requests`.
 */
export async function assertRoomForText(tx: Queryable, { digestOf }: Dependencies, phone: string): Promise<void> {
  const digest = await digestOf(digestPurpose, canonicalNumber(phone));
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('text to ' || encode($1::bytea, 'hex'), 0))`, [digest]);
  const { rows } = await tx.query<{ codes: number; texts: number }>(
    `select count(*) filter (where purpose = 'code')::int as codes, count(*)::int as texts
     from texts where number_digest = $1 and created_at > now() - interval '1 day'`,
    [digest],
  );
  const { codes = 0, texts = 0 } = rows[0] ?? {};
  if (codes >= perDay.codesToNumber || texts >= perDay.allToNumber)
    throw new Refusal('too_many_requests', 'This number received too many text messages today. Try again tomorrow.', {
      retryAfterSeconds: 24 * 60 * 60,
    });
}

/** Returns whether the daily limits allow another notification text to the member. */
export async function hasRoomForNews(
  tx: Queryable,
  { digestOf }: Dependencies,
  { memberId, phone }: Pick<Text, 'memberId' | 'phone'>,
): Promise<boolean> {
  const { rows } = await tx.query<{ room: boolean }>(
    `select count(*) filter (where user_id = $1 and purpose = 'news') < $3 and count(*) filter (where number_digest = $2) < $4 as room
     from texts where (user_id = $1 or number_digest = $2) and created_at > now() - interval '1 day'`,
    [memberId, await digestOf(digestPurpose, canonicalNumber(phone)), perDay.newsOfMember, perDay.allToNumber],
  );
  return rows[0]?.room === true;
}
