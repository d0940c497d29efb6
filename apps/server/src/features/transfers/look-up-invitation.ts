import type { Invitation } from '@florin/contract';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countAsk, tokenDigest, type Member } from '../identity/index.ts';
import { shortSenderOf } from '../mail/index.ts';
import { awaitedAddresses, sumsOf } from './held-send-store.ts';
import { openAmong, type WrittenSend } from './open-held-sends.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Pick<Ledger, 'byLedger' | 'booksOf'>;
  readonly rateLimits: boolean;
  readonly throttleFactor: number;
};

/** Protects the database from endless requests. The token's 256 bits cannot be guessed. */
const asksOfNetwork = { ask: 'invitation', max: 300, seconds: 3_600 } as const;

type Row = WrittenSend & {
  readonly email: string;
  readonly sender: string;
  readonly sender_email: string;
  readonly expires_at: Date;
};

/**
 * Returns sender and amounts of an invitation's open sends. Leaves out senders who are frozen or whose address is not
 * confirmed. Errors: `invitation_invalid`, the same for every cause, and `too_many_requests`.
 */
export async function lookUpInvitation(
  { pool, ledger, rateLimits, throttleFactor }: Dependencies,
  { token, ip }: { readonly token: string; readonly ip: string },
): Promise<Invitation> {
  if (rateLimits) await countAsk(pool, { ...asksOfNetwork, ip, throttleFactor });
  const { rows } = await pool.query<Row>(
    `select s.key, s.sender_id, s.invitee_id, i.email, u.name as sender, u.email as sender_email, s.expires_at
     from held_sends s
     join invited_people i on i.id = s.invitee_id
     join people u on u.id = s.sender_id and u.disabled_at is null and u.email_confirmed_at is not null
     where s.invitation_hash = decode($1, 'hex') and s.expires_at > now()`,
    [tokenDigest(token)],
  );
  const { open, failure } = await openAmong(ledger, rows);
  const lines = open.toSorted((a, b) => +a.send.expires_at - +b.send.expires_at);
  const first = lines[0]?.send;
  if (!first && failure !== undefined) throw failure;
  if (!first)
    throw new Refusal(
      'invitation_invalid',
      'This invitation is no longer valid. The money was claimed, canceled or returned.',
    );
  return {
    email: first.email,
    sender: shortSenderOf({ name: first.sender, email: first.sender_email }),
    amounts: sumsOf(lines).map((sum) => ({ currency: sum.asset, ...moneyFields('amount', sum) })),
    expires_at: first.expires_at.toISOString(),
  };
}

/** Returns true if money waits for the confirmation of the member's address (decision 53). */
export async function hasWaitingMoney(
  { pool, ledger }: { readonly pool: Pool; readonly ledger: Pick<Ledger, 'booksOf'> },
  member: Member,
): Promise<boolean> {
  if (member.emailConfirmed) return false;
  return (await awaitedAddresses(pool, ledger.booksOf, [member.email])).length > 0;
}
