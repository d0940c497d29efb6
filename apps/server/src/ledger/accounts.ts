import { fiatCodes, type AssetCode } from '@florin/money';
import type { Pool, Queryable } from '../platform/database/pool.ts';
import { whenDatabaseIsAnother } from '../platform/database/timeline.ts';
import { batchLoader } from '../platform/database/batch-loader.ts';
import type { AccountId } from './entry.ts';

/**
 * Upper bound of cached account ids; the oldest make room. Account ids never change in one database. After a failover
 * that lost the last commits, ids can belong to other accounts, so the cache is cleared.
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
  | 'exchange'
  | 'unallocated'
  | 'bank-fees'
  | 'own-funds'
  | 'card-fees'
  | 'receivables'
  | 'write-offs'
  /** One house account for each bank account of the operator. */
  | `bank:${string}`
  /** Money on its way from one ledger to another. */
  | `transit:${number}-${number}`;

/** An asset that remains in an account to be closed; `held` if a hold reserves some of it. */
export type Remainder = { readonly asset: AssetCode; readonly held: boolean };

/** The purpose of a member's account: money and coins to spend, or money that a bank has announced. */
type MemberAccountKind = 'wallet' | 'incoming';

export function accountDirectory(pool: Pool) {
  const wallets = memberAccounts(pool, 'wallet');
  const incoming = memberAccounts(pool, 'incoming');
  const houses = new Map<string, Promise<AccountId>>();
  whenDatabaseIsAnother(pool, () => houses.clear());

  return {
    /** Returns the owner's wallet in a registered asset; opens it if it is new. */
    walletId: wallets,

    /** Returns the account for announced bank deposits, which cannot be spent from; opens it if it is new. */
    incomingId: incoming,

    /** Returns the house account of this kind and asset; opens it if it is new. */
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
     * Closes a member's accounts permanently within the caller's transaction. If an account is not empty, closes none
     * and returns the remainders. An entry with a posting to a closed account is rejected with `account_closed`. The
     * accounts stay locked until the transaction ends, so take all other locks first.
     */
    async closeAccounts(tx: Queryable, owner: string): Promise<readonly Remainder[]> {
      const { rows } = await tx.query<Remainder>('select asset, held from ledger.close_accounts($1, $2, $3)', [
        owner,
        'wallet' satisfies MemberAccountKind,
        fiatCodes, // the assets that other members can send
      ]);
      return rows;
    },

    /** Registers assets in the ledger. */
    async registerAssets(codes: readonly AssetCode[], decimals: 2 | 8): Promise<void> {
      await pool.query('select ledger.open_assets($1, $2)', [codes, decimals]);
    },
  };
}

/** Finds the accounts of one kind, with one query for all requests of the same event-loop turn. */
function memberAccounts(pool: Pool, kind: MemberAccountKind) {
  const cached = new Map<string, AccountId>();
  whenDatabaseIsAnother(pool, () => cached.clear());
  const open = batchLoader<string, AccountId>(async (names) => {
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
