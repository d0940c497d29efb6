import { randomInt } from 'node:crypto';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { KeyedDigest } from '../../../platform/keyed-digest.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countUse } from '../../../platform/use-limit.ts';
import { assertRoomForText, canonicalNumber, queueText } from '../../texts/index.ts';
import type { SignedIn } from '../member.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';
import { countAsk } from '../throttle.ts';

export type PhoneDependencies = {
  readonly pool: Pool;
  readonly digestOf: KeyedDigest;
  readonly rateLimits: boolean;
  readonly throttleFactor?: number | undefined;
  /** Without a gateway this server sends no text messages. */
  readonly textsAvailable: boolean;
};

/** Each is a text to a number that may be a stranger's, and that the operator pays for. */
const codesOfMember = [
  {
    use: 'phone-code-soon',
    most: 1,
    seconds: 30,
    sentence: 'We have just sent you a code. Wait half a minute before you ask for another one.',
  },
  {
    use: 'phone-code',
    most: 5,
    seconds: 24 * 60 * 60,
    sentence: 'You have asked for five codes in 24 hours. Try again tomorrow.',
  },
] as const;
const codesOfNetwork = { ask: 'phone-code', most: 20, seconds: 24 * 60 * 60 } as const;

const secondsOfCode = 600;

/**
 * Sends a code to the member's number that is not confirmed yet. It takes the place of an earlier one. Refusals: `no_texts`,
 * `phone_missing`, `already_confirmed`, `too_many_requests`.
 */
export async function sendPhoneCode(dependencies: PhoneDependencies, member: SignedIn, ip: string): Promise<void> {
  const { pool, digestOf, rateLimits, throttleFactor, textsAvailable } = dependencies;
  if (!textsAvailable) throw new Refusal('no_texts', 'This server sends no text messages yet.');
  await transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    const phone = await lockUnconfirmed(tx, member.id);
    if (rateLimits) {
      for (const limit of codesOfMember) await countUse(tx, member.id, limit);
      await countAsk(tx, { ...codesOfNetwork, ip, throttleFactor });
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
      body: `${code} is your Florin code. Enter it on your profile page to confirm this phone number. It works for 10 minutes. Never tell it to anybody.`,
      seconds: secondsOfCode,
    });
  });
}

/** What is digested of a code: it counts for one member and one number only. */
export const codeDigest = (memberId: string, number: string, code: string) =>
  ['phone code', `${memberId} ${number} ${code}`] as const;

/** ITU-T E.164: no country begins with 0, and no number has more than 15 digits. */
const isNumber = /^\+[1-9]\d{6,14}$/;

/** Returns the number. Refusals: `phone_missing`, `already_confirmed`. */
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
  if (confirmed) throw new Refusal('already_confirmed', 'Your phone number is confirmed already.');
  return phone;
}
