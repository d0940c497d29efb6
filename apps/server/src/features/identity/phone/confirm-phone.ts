import { timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordChange } from '../record-change.ts';
import { canonicalNumber } from '../../texts/index.ts';
import { memberColumns, memberOf, type Member, type MemberRow, type SignedIn } from '../member.ts';
import { mailSecurityNews } from '../security-mails.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';
import { codeDigest, type PhoneDependencies } from './send-phone-code.ts';

const attemptsPerCode = 5;

/**
 * Confirms the member's number with the texted code. A code works once, within ten minutes, and allows five attempts.
 * Refusals: `phone_code_wrong`, with the number of attempts left.
 */
export async function confirmPhone(dependencies: PhoneDependencies, member: SignedIn, code: string): Promise<Member> {
  // Throws after the commit, so a wrong attempt stays counted.
  const outcome = await transact(dependencies.pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    return tryCode(tx, dependencies, member, code);
  });
  if (typeof outcome === 'object') return outcome;
  throw wrong(outcome);
}

/** Returns the member, or the number of attempts left. */
async function tryCode(
  tx: Queryable,
  { digestOf }: PhoneDependencies,
  { id }: SignedIn,
  code: string,
): Promise<Member | number> {
  const open = await openCode(tx, id);
  if (!open) return 0;
  const digest = await digestOf(...codeDigest(id, open.phone, code));
  if (timingSafeEqual(digest, open.code_digest)) return markConfirmed(tx, id);
  await tx.query('update phone_codes set attempts = attempts + 1 where user_id = $1', [id]);
  return attemptsPerCode - open.attempts - 1;
}

type OpenCode = { readonly phone: string; readonly code_digest: Buffer; readonly attempts: number };

/** Locks the member's row first, in the same order as changing the number. */
async function openCode(tx: Queryable, memberId: string): Promise<OpenCode | undefined> {
  const user = await tx.query<{ phone: string | null }>('select phone from users where id = $1 for update', [memberId]);
  const phone = user.rows[0]?.phone ?? null;
  if (phone === null) return undefined;
  const { rows } = await tx.query<OpenCode>(
    `select phone, code_digest, attempts from phone_codes
     where user_id = $1 and phone = $2 and expires_at > now() and attempts < $3 for update`,
    [memberId, canonicalNumber(phone), attemptsPerCode],
  );
  return rows[0];
}

async function markConfirmed(tx: Queryable, memberId: string): Promise<Member> {
  await tx.query('delete from phone_codes where user_id = $1', [memberId]);
  const { rows } = await tx.query<MemberRow>(
    `update users u set phone_confirmed_at = now() where u.id = $1 returning ${memberColumns}`,
    [memberId],
  );
  if (!rows[0]) throw new Error('the signed-in member does not exist');
  const member = memberOf(rows[0]);
  await mailSecurityNews(tx, member.email, 'phoneConfirmed');
  await recordChange(tx, [memberId], 'account');
  return member;
}

function wrong(attemptsLeft: number): Refusal {
  const sentence =
    attemptsLeft > 0
      ? `Incorrect code. ${attemptsLeft} ${attemptsLeft === 1 ? 'try' : 'tries'} left.`
      : 'This code no longer works. Request a new one.';
  return new Refusal('phone_code_wrong', sentence, { fields: { code: sentence } });
}
