import type { AssetCode } from '@florin/money';
import type { Pool } from '../platform/database/pool.ts';
import { turnLoader } from '../platform/database/turn-loader.ts';
import type { AccountId } from './entry.ts';

/** The ids of accounts never change, so that those seen are kept; the oldest make room. */
const maxCached = 400_000;

/** What a house account is for; docs/chart-of-accounts.md says it at length. */
export type HouseAccountKind = 'fees' | 'card-clearing' | 'cash' | 'inventory';

export function accountDirectory(pool: Pool) {
  const wallets = new Map<string, AccountId>();
  const houses = new Map<string, Promise<AccountId>>();

  const openWallets = turnLoader<string, AccountId>(async (names) => {
    const parts = names.map((name) => name.split(' '));
    const { rows } = await pool.query<{ ids: AccountId[] }>({
      name: 'open-accounts',
      text: `select ledger.open_accounts($1, 'wallet', $2) as ids`,
      values: [parts.map(([owner]) => owner), parts.map(([, asset]) => asset)],
    });
    return new Map(names.map((name, i) => [name, rows[0]?.ids[i] ?? missing(name)]));
  });

  return {
    /** The owner's wallet in that asset, opened now if it is new. The asset is registered. */
    async walletId(owner: string, asset: AssetCode): Promise<AccountId> {
      const name = `${owner} ${asset}`;
      const known = wallets.get(name);
      if (known !== undefined) return known;
      const id = (await openWallets(name)) ?? missing(name);
      if (wallets.size >= maxCached) wallets.delete(wallets.keys().next().value ?? '');
      wallets.set(name, id);
      return id;
    },

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

    /** Makes assets known to the ledger. */
    async registerAssets(codes: readonly AssetCode[], decimals: 2 | 8): Promise<void> {
      await pool.query('select ledger.open_assets($1, $2)', [codes, decimals]);
    },
  };
}

async function openHouseAccount(pool: Pool, kind: HouseAccountKind, asset: AssetCode): Promise<AccountId> {
  const { rows } = await pool.query<{ id: AccountId }>('select ledger.open_house_account($1, $2) as id', [kind, asset]);
  return rows[0]?.id ?? missing(`${kind} ${asset}`);
}

function missing(name: string): never {
  throw new Error(`the ledger did not open the account ${name}`);
}
