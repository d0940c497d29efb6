import { permissionsOf, type BusinessRole, type KeyScope } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { memberColumns, memberOf, type ActingPerson, type CallingKey, type Member, type MemberRow } from './member.ts';

/** The initiator of a payment that continues without a session. */
type Starter = {
  readonly accountId: string;
  readonly personId: string;
  /** The API key that started the payment. Null for a person. Undefined for a key that does not exist any more. */
  readonly keyId: string | null | undefined;
};

type Found =
  | { readonly payer: Member; readonly lost?: undefined }
  | { readonly payer?: undefined; readonly lost: string };

/**
 * Returns the account with the current rights of the person or API key that started a payment. Returns the reason
 * instead if they may not pay any more. Call it with `mayPayOut` in the transaction that pays.
 */
export async function findPayer(database: Queryable, { accountId, personId, keyId }: Starter): Promise<Found> {
  const { rows } = await database.query<MemberRow>(
    `select ${memberColumns} from users u where u.id = $1 and u.disabled_at is null`,
    [accountId],
  );
  if (!rows[0]) return { lost: 'The account is frozen or closed.' };
  const member = memberOf(rows[0]);
  if (member.restricted) return { lost: 'The account owes money and cannot pay.' };
  const acts = personId === accountId ? undefined : await actingNow(database, accountId, personId);
  if (personId !== accountId && !(acts && permissionsOf[acts.role].includes('pay')))
    return { lost: 'The person who started it may no longer pay for this account.' };
  const key = keyId === null ? null : await usableKey(database, accountId, keyId);
  if (key === undefined) return { lost: 'The API key that started it no longer works.' };
  return { payer: { ...member, ...(acts && { acts }), ...(key && { key }) } };
}

async function actingNow(database: Queryable, accountId: string, personId: string): Promise<ActingPerson | undefined> {
  const { rows } = await database.query<{ handle: string; role: BusinessRole; name: string; email: string }>(
    `select handle, role, person_name as name, person_email as email from business_roles
     where business_id = $1 and person_id = $2`,
    [accountId, personId],
  );
  const [row] = rows;
  return row && { handle: row.handle, role: row.role, person: { id: personId, name: row.name, email: row.email } };
}

type KeyRow = Pick<CallingKey, 'id' | 'recipients' | 'networks'> & {
  readonly scopes: KeyScope[];
  readonly wallet: FiatCode | null;
  readonly cap_payment: bigint | null;
  readonly cap_day: bigint | null;
  readonly cap_month: bigint | null;
};

async function usableKey(
  database: Queryable,
  accountId: string,
  keyId: string | undefined,
): Promise<CallingKey | undefined> {
  const { rows } = await database.query<KeyRow>(
    `select k.id, k.scopes, k.wallet, k.recipients, k.cap_payment, k.cap_day, k.cap_month, k.networks
     from usable_keys k join users m on m.id = k.maker_id and m.disabled_at is null
     where k.id = $1 and k.party_id = $2 limit 1`,
    [keyId, accountId],
  );
  const [row] = rows;
  if (!row?.scopes.includes('payments:write')) return undefined;
  const { cap_payment: payment, cap_day: day, cap_month: month, ...key } = row;
  return { ...key, caps: { payment, day, month } };
}
