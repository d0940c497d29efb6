import type { BusinessRole, KeyScope } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import type { Pool } from '../../../platform/database/pool.ts';
import { hasFactorOf, memberColumns, memberOf, type MemberRow, type SignedIn } from '../member.ts';
import { resetWaitUntil } from '../sessions/find-sessions.ts';

type Row = MemberRow & {
  digest: string;
  until: Date | null;
  key_id: string;
  maker_id: string;
  maker_name: string;
  maker_email: string;
  maker_two_factor: boolean;
  maker_has_factor: boolean;
  reset_wait_until: Date | null;
  acting_role: BusinessRole | null;
  handle: string | null;
  scopes: KeyScope[];
  wallet: FiatCode | null;
  recipients: string[];
  cap_payment: bigint | null;
  cap_day: bigint | null;
  cap_month: bigint | null;
  networks: string[];
  confirmed_payments: boolean;
};

/** A key with its party. `until` is the time of the party's next change without an event. */
type FoundKey = {
  readonly digest: string;
  readonly until: Date | undefined;
  readonly makerId: string;
  readonly member: SignedIn;
};

/**
 * Returns the keys with these digests. Leaves out keys whose party or maker is frozen or closed, or whose maker no
 * longer acts for the party.
 */
export async function findKeys(pool: Pool, digests: readonly string[]): Promise<FoundKey[]> {
  const { rows } = await pool.query<Row>({
    name: 'keys',
    text: `select k.digest, ${memberColumns}, k.id as key_id, k.maker_id, m.name as maker_name, m.email as maker_email,
                  m.two_factor_at is not null as maker_two_factor, ${hasFactorOf('m')} as maker_has_factor,
                  ${resetWaitUntil('m')} as reset_wait_until, k.role as acting_role, k.handle, k.scopes, k.wallet,
                  k.recipients, k.cap_payment, k.cap_day, k.cap_month, k.networks, k.confirmed_payments,
                  least(k.until, ${resetWaitUntil('m')}) as until
           from unnest($1::text[]) asked (digest)
           join usable_keys k on k.digest = asked.digest
           join users u on u.id = k.party_id and u.disabled_at is null
           join users m on m.id = k.maker_id and m.disabled_at is null`,
    values: [digests],
  });
  return rows.map((row) => ({
    digest: row.digest,
    until: row.until ?? undefined,
    makerId: row.maker_id,
    member: partyOf(row),
  }));
}

/**
 * The party as the key's maker sees it, within the key's limits. An API key is never an operator. The key's payments
 * count as confirmed with the second factor if the maker chose so.
 */
function partyOf(row: Row): SignedIn {
  const person = { id: row.maker_id, name: row.maker_name, email: row.maker_email };
  return {
    ...memberOf(row),
    role: 'member',
    twoFactor: row.maker_two_factor,
    hasFactor: row.maker_has_factor,
    sessionId: row.key_id, // no session has this id
    factorFresh: row.confirmed_payments,
    passwordFresh: false,
    resetWaitUntil: row.reset_wait_until,
    ...(row.handle !== null && row.acting_role ? { acts: { handle: row.handle, person, role: row.acting_role } } : {}),
    key: {
      id: row.key_id,
      scopes: row.scopes,
      wallet: row.wallet,
      recipients: row.recipients,
      caps: { payment: row.cap_payment, day: row.cap_day, month: row.cap_month },
      networks: row.networks,
    },
  };
}
