import { fiatCodes, type AssetCode } from '@florin/money';
import type { Pool, Queryable } from '../platform/database/pool.ts';
import { whenDatabaseIsAnother } from '../platform/database/timeline.ts';
import { turnLoader } from '../platform/database/turn-loader.ts';
import type { AccountId } from './entry.ts';

/**
 * The ids of accounts never change, so that those seen are kept; the oldest make room. In a database that lacks the last
 * commits of the one before they may be other accounts' by now: then none is kept.
 */
const maxCached = 400_000;

/** The purpose of a house account (docs/develop/chart-of-accounts.md). */
export type HouseAccountKind =
  | 'fees'
  | 'plan-fees'
  | 'card-clearing'
  | 'bank-clearing'
  | 'cash'
  | 'inventory'
  | 'capital'
  | 'exchange';

/** Something that is in an account which was to be closed. */
export type Remainder = { readonly asset: AssetCode; readonly held: boolean };

/** What a member's account is for: money and coins to spend, or money that a bank has announced. */
type MemberAccountKind = 'wallet' | 'incoming';

export function accountDirectory(pool: Pool) {
  const wallets = memberAccounts(pool, 'wallet');
  const incoming = memberAccounts(pool, 'incoming');
  const houses = new Map<string, Promise<AccountId>>();
  whenDatabaseIsAnother(pool, () => houses.clear());

  return {
    /** The owner's wallet in that asset, opened now if it is new. The asset is registered. */
    walletId: wallets,

    /** Where money of a bank deposit is announced, never to be spent from. Opened now if it is new. */
    incomingId: incoming,

    /** The house's account of that kind and asset, opened now if it is new. */
    houseId(kind: HouseAccountKind, asset: AssetCode): Promise<AccountId> {
      const name = `${kind} ${asset}`;
      const known = houses.get(name);
      if (known) return known;
      const opening = openHouseAccount(pool, kind, asset);
      houses.set(name, opening);
      opening.catch(() => houses.delete(name));
      return opening;
    },

    /**
     * Closes a member's accounts for ever within the caller's transaction, or says what is in them still and closes none.
     * An entry that would move anything on a closed one is refused: `account_closed`. They stay locked until the
     * transaction ends, so that whatever else is to be locked was locked before.
     */
    async closeAccounts(tx: Queryable, owner: string): Promise<readonly Remainder[]> {
      const { rows } = await tx.query<Remainder>('select asset, held from ledger.close_accounts($1, $2, $3)', [
        owner,
        'wallet' satisfies MemberAccountKind,
        fiatCodes, // what others can send
      ]);
      return rows;
    },

    /** Makes assets known to the ledger. */
    async registerAssets(codes: readonly AssetCode[], decimals: 2 | 8): Promise<void> {
      await pool.query('select ledger.open_assets($1, $2)', [codes, decimals]);
    },
  };
}

/** Finds the accounts of one kind, one query for all that are asked for in one turn. */
function memberAccounts(pool: Pool, kind: MemberAccountKind) {
  const cached = new Map<string, AccountId>();
  whenDatabaseIsAnother(pool, () => cached.clear());
  const open = turnLoader<string, AccountId>(async (names) => {
    const parts = names.map((name) => name.split(' '));
    const { rows } = await pool.query<{ ids: AccountId[] }>({
      name: 'open-accounts',
      text: 'select ledger.open_accounts($1, $2, $3) as ids',
      values: [parts.map(([owner]) => owner), kind, parts.map(([, asset]) => asset)],
    });
    return new Map(names.map((name, i) => [name, rows[0]?.ids[i] ?? missing(name)]));
  });
  return async (owner: string, asset: AssetCode): Promise<AccountId> => {
    const name = `${owner} ${asset}`;
    const known = cached.get(name);
    if (known !== undefined) return known;
    const id = (await open(name)) ?? missing(name);
    if (cached.size >= maxCached) cached.delete(cached.keys().next().value ?? '');
    cached.set(name, id);
    return id;
  };
}

async function openHouseAccount(pool: Pool, kind: HouseAccountKind, asset: AssetCode): Promise<AccountId> {
  const { rows } = await pool.query<{ id: AccountId }>('select ledger.open_house_account($1, $2) as id', [kind, asset]);
  return rows[0]?.id ?? missing(`${kind} ${asset}`);
}

function missing(name: string): never {
  throw new Error(`the ledger did not open the account ${name}`);
}
