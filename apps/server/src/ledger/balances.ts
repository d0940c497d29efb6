import type { AssetCode } from '@florin/money';
import type { Pool } from '../platform/database/pool.ts';
import { batchLoader } from '../platform/database/batch-loader.ts';

/** The balance of an account in the asset's smallest unit. `available` is `posted` less `held`. */
export type Balance = {
  readonly asset: AssetCode;
  readonly posted: bigint;
  readonly held: bigint;
  readonly available: bigint;
};

type Row = { owner: string; asset: string; posted: bigint; held: bigint };

/** Returns a reader for an owner's wallets in all assets. Wallets that were never opened are absent. */
export function balanceReader(pool: Pool): (owner: string) => Promise<readonly Balance[]> {
  const load = batchLoader<string, Balance[]>(async (owners) => {
    const { rows } = await pool.query<Row>({
      name: 'balances',
      text: `select owner, asset, posted, held from own_books.accounts
             where owner = any ($1) and kind = 'wallet' order by asset`,
      values: [owners],
    });
    const balances = rows.map(({ owner, asset, posted, held }) => ({
      owner,
      balance: { asset, posted, held, available: posted - held },
    }));
    const byOwner = Map.groupBy(balances, ({ owner }) => owner);
    return new Map([...byOwner].map(([owner, list]) => [owner, list.map(({ balance }) => balance)]));
  });
  return async (owner) => (await load(owner)) ?? [];
}
