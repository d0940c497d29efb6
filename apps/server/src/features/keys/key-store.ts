import type { ApiKey, KeyScope } from '@florin/contract';
import { amountOf, toDecimal, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';

type Row = {
  id: string;
  name: string;
  hint: string;
  scopes: KeyScope[];
  wallet: FiatCode | null;
  recipients: string[];
  cap_payment: bigint | null;
  cap_day: bigint | null;
  cap_month: bigint | null;
  networks: string[];
  confirmed_payments: boolean;
  made_by: string;
  usable: boolean;
  expired: boolean;
  created_at: Date;
  expires_at: Date | null;
  former_until: Date | null;
  last_used_at: Date | null;
  last_used_from: string | null;
  calls: bigint;
};

/** Returns the keys of a party that are not revoked, newest first, or only one of these keys. */
export async function findPartyKeys(database: Queryable, partyId: string, id?: string): Promise<ApiKey[]> {
  const { rows } = await database.query<Row>(
    `select k.id, k.name, k.hint, k.scopes, k.wallet, k.recipients, k.cap_payment, k.cap_day, k.cap_month, k.networks,
            k.confirmed_payments, m.name as made_by, k.created_at, k.expires_at, k.last_used_at, k.last_used_from, k.calls,
            exists (select from usable_keys u where u.id = k.id) and m.disabled_at is null as usable,
            coalesce(k.expires_at <= now(), false) as expired,
            (select max(s.until) from api_key_secrets s where s.key_id = k.id and s.until > now()) as former_until
     from api_keys k join people m on m.id = k.maker_id
     where k.party_id = $1 and k.revoked_at is null and ($2::text is null or k.id::text = $2)
     order by k.created_at desc, k.id`,
    [partyId, id],
  );
  return rows.map(keyView);
}

const keyView = ({ usable, expired, cap_payment, cap_day, cap_month, ...row }: Row): ApiKey => ({
  ...row,
  caps: { payment_exact: dollars(cap_payment), day_exact: dollars(cap_day), month_exact: dollars(cap_month) },
  state: stateOf(usable, expired),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  former_until: row.former_until?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  calls: Number(row.calls),
});

function stateOf(usable: boolean, expired: boolean): ApiKey['state'] {
  if (expired) return 'expired';
  return usable ? 'active' : 'suspended';
}

const dollars = (cents: bigint | null) => (cents === null ? null : toDecimal(amountOf('USD', cents)));

/** Stores the digest of a key's latest secret. */
export async function insertSecret(tx: Queryable, keyId: string, digest: string): Promise<void> {
  await tx.query(`insert into api_key_secrets (key_id, digest) values ($1, decode($2, 'hex'))`, [keyId, digest]);
}

/** Revokes keys on every node, in the caller's transaction, and returns their number. */
export async function revokeKeys(
  tx: Queryable,
  which: { readonly partyId?: string; readonly makerId?: string; readonly id?: string },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; name: string }>(
    `update api_keys set revoked_at = now()
     where revoked_at is null and ($1::uuid is null or party_id = $1) and ($2::uuid is null or maker_id = $2)
       and ($3::text is null or id::text = $3)
     returning id, name`,
    [which.partyId, which.makerId, which.id],
  );
  await tx.query('delete from api_key_secrets where key_id = any ($1)', [rows.map(({ id }) => id)]);
  return rows.map(({ name }) => name);
}
