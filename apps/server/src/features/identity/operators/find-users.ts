import { canonicalEmail, type FoundUser } from '@florin/contract';
import { add, amountOf, fiatCodes, usdEquivalentFloor, zero, type FiatCode } from '@florin/money';
import { moneyFields } from '../../../platform/http/json-number.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import type { KeyedDigest } from '../../../platform/keyed-digest.ts';
import { recordLook } from '../../audit/index.ts';

const maxFound = 50;

type Row = Pick<
  FoundUser,
  'id' | 'name' | 'email' | 'email_confirmed' | 'level' | 'plan' | 'role' | 'sessions' | 'has_factor'
> & {
  created_at: Date;
  last_seen_at: Date | null;
  state: FoundUser['state'];
  /** Cents of each currency, as text. */
  fiat: Record<FiatCode, string> | null;
};

/** SQL condition for an active authenticator or a passkey, for `users u`. */
export const hasFactorSql = 'u.two_factor_at is not null or exists (select from passkeys k where k.user_id = u.id)';

const columns = `
  u.id, u.name, u.email, u.email_confirmed_at is not null as email_confirmed, u.kyc_level as level, u.plan, u.role, u.created_at,
  (${hasFactorSql}) as has_factor,
  case when u.closed_at is not null then 'closed' when u.disabled_at is not null then 'frozen' else 'open' end as state,
  (select max(last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at,
  (select count(*)::int from sessions s where s.user_id = u.id and s.expires_at > now()) as sessions,
  (select jsonb_object_agg(a.asset, a.posted::text) from books.accounts a
   where a.owner = u.id and a.kind = 'wallet' and a.asset = any ($1)) as fiat`;

/**
 * Finds members by a part of their name or address, or by the id of a transaction. Returns the newest members without a
 * query.
 */
async function findUsers(database: Queryable, query = ''): Promise<FoundUser[]> {
  const ownerId = await ownerOfTransaction(database, query);
  const normalized = canonicalEmail(query) ?? query;
  const pattern = `%${normalized.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`; // escapes wildcards
  // UUIDv7 ids sort by time. The owner of the transaction comes first, because many addresses may contain its id.
  const { rows } = await database.query<Row>(
    `select ${columns} from users u where u.name ilike $2 or u.email ilike $2 or u.id = $3::uuid
     order by u.id = $3::uuid desc nulls last, u.id desc limit $4`,
    [fiatCodes, pattern, ownerId, maxFound],
  );
  return rows.map(userView);
}

export async function findUser(database: Queryable, id: string): Promise<FoundUser | undefined> {
  const { rows } = await database.query<Row>(`select ${columns} from users u where u.id = $2`, [fiatCodes, id]);
  return rows[0] && userView(rows[0]);
}

export async function listOperators(database: Queryable): Promise<FoundUser[]> {
  const { rows } = await database.query<Row>(
    `select ${columns} from users u where u.role = 'operator' and u.closed_at is null order by u.email`,
    [fiatCodes],
  );
  return rows.map(userView);
}

/** Returns the member whose account a transaction id names, through its hold or its posting. */
async function ownerOfTransaction(database: Queryable, id: string): Promise<string | undefined> {
  const [, hold, account] = /^(?:h(\d{1,18})|(\d{1,18})-\d{1,18})$/.exec(id) ?? [];
  if (hold === undefined && account === undefined) return undefined;
  const { rows } = await database.query<{ owner: string }>(
    `select owner from books.accounts
     where id = coalesce($1::bigint, (select account_id from books.holds where id = $2)) and id > 0`,
    [account, hold],
  );
  return rows[0]?.owner;
}

function userView({ created_at, last_seen_at, fiat, ...row }: Row): FoundUser {
  const dollars = fiatCodes
    .map((code) => usdEquivalentFloor(amountOf(code, BigInt(fiat?.[code] ?? 0))))
    .reduce(add, zero('USD'));
  return {
    ...row,
    ...moneyFields('fiat_usd', dollars),
    last_seen_at: last_seen_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

type Dependencies = { readonly pool: Pool; readonly digestOf: KeyedDigest };
type SearchBy = { readonly operator: { readonly id: string; readonly email: string }; readonly ip: string };

/**
 * Finds members for an operator and records the search in the audit trail. The record contains the kind of the query,
 * the number of results, and part of a keyed digest of the text. It leaves out the text, which may be personal, because
 * the trail is permanent. A suspected search can be digested and compared.
 */
export async function searchUsers(
  { pool, digestOf }: Dependencies,
  { operator, ip }: SearchBy,
  query = '',
): Promise<FoundUser[]> {
  const found = await findUsers(pool, query);
  if (query === '') await recordLook(pool, { operator, ip, did: 'Viewed the newest members' });
  else {
    const digest = (await digestOf('search', query.toLowerCase())).toString('hex').slice(0, 16);
    const on = `${kindOf(query)}, ${found.length} found, text ${digest}`;
    await recordLook(pool, { operator, ip, did: 'Searched members', on });
  }
  return found;
}

function kindOf(query: string): string {
  if (/^(?:h\d+|\d+-\d+)$/.test(query)) return 'a reference';
  return canonicalEmail(query) === undefined ? 'a part of a name or address' : 'an address';
}
