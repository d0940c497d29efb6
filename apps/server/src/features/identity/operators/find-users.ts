import { canonicalEmail, type FoundUser } from '@florin/contract';
import { add, amountOf, fiatCodes, usdEquivalentFloor, zero, type Amount, type FiatCode } from '@florin/money';
import { moneyFields } from '../../../platform/http/json-number.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
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
};

/** SQL condition for an active authenticator or a passkey, for `users u`. */
export const hasFactorSql = 'u.two_factor_at is not null or exists (select from passkeys k where k.user_id = u.id)';

const columns = `
  u.id, u.name, u.email, u.email_confirmed_at is not null as email_confirmed, u.kyc_level as level, u.plan, u.role, u.created_at,
  (${hasFactorSql}) as has_factor,
  case when u.closed_at is not null then 'closed' when u.disabled_at is not null then 'frozen' else 'open' end as state,
  (select max(last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at,
  (select count(*)::int from sessions s where s.user_id = u.id and s.expires_at > now()) as sessions`;

/**
 * Finds members by a part of their name or address, or by the id of a transaction. Returns the newest members without a
 * query.
 */
async function findUsers(database: Pool, query = ''): Promise<FoundUser[]> {
  const ownerId = await ownerOfTransaction(database, query);
  const normalized = canonicalEmail(query) ?? query;
  const pattern = `%${normalized.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`; // escapes wildcards
  // UUIDv7 ids sort by time. The owner of the transaction comes first, because many addresses may contain its id.
  const { rows } = await database.query<Row>(
    `select ${columns} from users u where u.name ilike $1 or u.email ilike $1 or u.id = $2::uuid
     order by u.id = $2::uuid desc nulls last, u.id desc limit $3`,
    [pattern, ownerId, maxFound],
  );
  return viewsOf(database, rows);
}

/** @param database must not be a transaction, because a ledger that is down would end it */
export async function findUser(database: Pool, id: string): Promise<FoundUser | undefined> {
  const { rows } = await database.query<Row>(`select ${columns} from users u where u.id = $1`, [id]);
  return (await viewsOf(database, rows))[0];
}

export async function listOperators(database: Pool): Promise<FoundUser[]> {
  const { rows } = await database.query<Row>(
    `select ${columns} from users u where u.role = 'operator' and u.closed_at is null order by u.email`,
  );
  return viewsOf(database, rows);
}

/** Returns the member whose account a transaction id names, through its hold or its posting. */
async function ownerOfTransaction(database: Pool, id: string): Promise<string | undefined> {
  const [, hold, account] = /^(?:h(\d{1,18})|(\d{1,18})-\d{1,18})$/.exec(id) ?? [];
  if (hold === undefined && account === undefined) return undefined;
  const { rows } = await database.query<{ owner: string }>(
    `select owner from books.accounts
     where id = coalesce($1::bigint, (select account_id from books.holds where id = $2)) and id > 0`,
    [account, hold],
  );
  return rows[0]?.owner;
}

async function viewsOf(database: Pool, rows: readonly Row[]): Promise<FoundUser[]> {
  const dollarsOf = await dollars(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map(({ last_seen_at: lastSeen, created_at: created, ...row }) => {
    const sum = dollarsOf?.(row.id);
    return {
      ...row,
      ...(sum ? moneyFields('fiat_usd', sum) : { fiat_usd: null, fiat_usd_exact: null }),
      last_seen_at: lastSeen?.toISOString() ?? null,
      created_at: created.toISOString(),
    };
  });
}

/**
 * Reads the wallets in all ledgers. Returns undefined while a ledger is down, so operators can still act on members.
 */
async function dollars(
  database: Pool,
  owners: readonly string[],
): Promise<((owner: string) => Amount<'USD'>) | undefined> {
  try {
    const { rows } = await database.query<{ owner: string; asset: FiatCode; posted: bigint }>(
      `select owner, asset, posted from books.accounts where owner = any ($1) and kind = 'wallet' and asset = any ($2)`,
      [owners, fiatCodes],
    );
    const wallets = Map.groupBy(rows, (row) => row.owner);
    return (owner) =>
      (wallets.get(owner) ?? [])
        .map(({ asset, posted }) => usdEquivalentFloor(amountOf(asset, posted)))
        .reduce(add, zero('USD'));
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return undefined;
  }
}

type Dependencies = { readonly pool: Pool; readonly digestOf: KeyedDigest };
type SearchBy = { readonly operator: { readonly id: string; readonly email: string }; readonly ip: string };

/**
 * Finds members for an operator and records the search in the audit trail. The record contains the kind of the query,
 * the number of results, and part of a keyed digest of the text. The record leaves out the text, which may be personal,
 * because the trail is permanent. The digest of a suspected search can be compared with this digest.
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
