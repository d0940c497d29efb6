import type { Invitation } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import type { EntryMetadata } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countAsk, tokenDigest, type Member } from '../identity/index.ts';
import { shortSenderOf } from '../mail/index.ts';
import { awaitedAddresses, deadline, heldSendTables, sumsOf } from './held-send-store.ts';

type Dependencies = { readonly pool: Pool; readonly rateLimits: boolean; readonly throttleFactor: number };

/** Protects the database from endless requests. The token's 256 bits cannot be guessed. */
const asksOfNetwork = { ask: 'invitation', max: 300, seconds: 3_600 } as const;

type Row = {
  readonly email: string;
  readonly sender: string;
  readonly sender_email: string;
  readonly asset: FiatCode;
  readonly expires_at: Date;
  readonly metadata: EntryMetadata;
};

/**
 * Returns sender and amounts of an invitation's open sends. It leaves out senders who are frozen or whose address is
 * not confirmed. Errors: `invitation_invalid`, the same for every cause, and `too_many_requests`.
 */
export async function lookUpInvitation(
  { pool, rateLimits, throttleFactor }: Dependencies,
  { token, ip }: { readonly token: string; readonly ip: string },
): Promise<Invitation> {
  if (rateLimits) await countAsk(pool, { ...asksOfNetwork, ip, throttleFactor });
  const { rows } = await pool.query<Row>(
    `select i.email, u.name as sender, u.email as sender_email, a.asset, ${deadline} as expires_at, e.metadata
     from ${heldSendTables}
     join people u on u.id = s.sender_id and u.disabled_at is null and u.email_confirmed_at is not null
     where s.invitation_hash = decode($1, 'hex') and h.ended_by is null and ${deadline} > now()
     order by expires_at, h.id`,
    [tokenDigest(token)],
  );
  const [first] = rows;
  if (!first)
    throw new Refusal(
      'invitation_invalid',
      'This invitation is no longer valid. The money was claimed, canceled or returned.',
    );
  return {
    email: first.email,
    sender: shortSenderOf({ name: first.sender, email: first.sender_email }),
    amounts: sumsOf(rows).map((sum) => ({ currency: sum.asset, ...moneyFields('amount', sum) })),
    expires_at: first.expires_at.toISOString(),
  };
}

/** Returns true if money waits for the confirmation of the member's address (decision 53). */
export async function hasWaitingMoney({ pool }: { readonly pool: Pool }, member: Member): Promise<boolean> {
  if (member.emailConfirmed) return false;
  return (await awaitedAddresses(pool, [member.email])).length > 0;
}
