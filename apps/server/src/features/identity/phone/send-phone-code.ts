import { randomInt } from 'node:crypto';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { KeyedDigest } from '../../../platform/keyed-digest.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countUse } from '../../../platform/use-counts.ts';
import { assertRoomForText, canonicalNumber, queueText } from '../../texts/index.ts';
import type { SignedIn } from '../member.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';
import { countAsk } from '../throttle.ts';

export type PhoneDependencies = {
  readonly pool: Pool;
  readonly digestOf: KeyedDigest;
  readonly rateLimits: boolean;
  readonly throttleFactor?: number | undefined;
  /** Whether a gateway for text messages is configured. */
  readonly textsAvailable: boolean;
};

/** The limits of codes per member. Each code is a text that costs money and may reach a stranger. */
const memberLimits = [
  {
    use: 'phone-code-soon',
    max: 1,
    seconds: 30,
    sentence: 'We just sent you a code. Wait 30 seconds before you request another one.',
  },
  {
    use: 'phone-code',
    max: 5,
    seconds: 24 * 60 * 60,
    sentence: 'You requested five codes in 24 hours. Try again tomorrow.',
  },
] as const;
const networkLimit = { ask: 'phone-code', max: 20, seconds: 24 * 60 * 60 } as const;

const codeTtlSeconds = 600;

/**
 * Texts a code to the member's unconfirmed number. The code replaces an earlier code. Refusals: `no_texts`,
 * `phone_missing`, `already_confirmed`, `too_many_requests`.
 */
export async function sendPhoneCode(dependencies: PhoneDependencies, member: SignedIn, ip: string): Promise<void> {
  const { pool, digestOf, rateLimits, throttleFactor, textsAvailable } = dependencies;
  if (!textsAvailable) throw new Refusal('no_texts', 'This server sends no text messages yet.');
  await transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    const phone = await lockUnconfirmed(tx, member.id);
    if (rateLimits) {
      for (const limit of memberLimits) await countUse(tx, member.id, limit);
      await countAsk(tx, { ...networkLimit, ip, throttleFactor });
      await assertRoomForText(tx, dependencies, phone);
    }
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const number = canonicalNumber(phone);
    await tx.query(
      `insert into phone_codes (user_id, phone, code_digest) values ($1, $2, $3)
       on conflict (user_id) do update set phone = excluded.phone, code_digest = excluded.code_digest, attempts = 0,
                                           expires_at = excluded.expires_at`,
      [member.id, number, await digestOf(...codeDigest(member.id, number, code))],
    );
    await queueText(tx, dependencies, {
      memberId: member.id,
      phone,
      purpose: 'code',
      body: `${code} is your {{brand}} code. Enter it on your profile page to confirm this phone number. It works for 10 minutes. Never share it.`,
      seconds: codeTtlSeconds,
    });
  });
}

/** Returns the input of the code's digest, which binds the code to one member and one number. */
export const codeDigest = (memberId: string, number: string, code: string) =>
  ['phone code', `${memberId} ${number} ${code}`] as const;

/** The format of ITU-T E.164: no country code starts with 0, and a number has at most 15 digits. */
const isNumber = /^\+[1-9]\d{6,14}$/;

/** Locks the member's row and returns the number. Refusals: `phone_missing`, `already_confirmed`. */
async function lockUnconfirmed(tx: Queryable, memberId: string): Promise<string> {
  const { rows } = await tx.query<{ phone: string | null; confirmed: boolean }>(
    'select phone, phone_confirmed_at is not null as confirmed from users where id = $1 for update',
    [memberId],
  );
  const { phone = null, confirmed = false } = rows[0] ?? {};
  if (phone === null || !isNumber.test(canonicalNumber(phone)))
    throw new Refusal(
      'phone_missing',
      'Enter your phone number with its country, such as +351 912 345 678, and save it.',
    );
  if (confirmed) throw new Refusal('already_confirmed', 'Your phone number is already confirmed.');
  return phone;
}
