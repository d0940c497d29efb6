import { randomUUID } from 'node:crypto';
import { accountDirectory } from '../../src/ledger/accounts.ts';
import type { Pool } from '../../src/platform/database/pool.ts';
import { postRaw } from './driver.ts';
import type { ModelEntry } from './entry.ts';
import { Model } from './model.ts';

/** A few accounts, keys and quotes, so that many orders collide, and their model. */
export type World = {
  readonly model: Model;
  readonly owners: readonly string[];
  readonly usd: readonly bigint[];
  readonly btc: readonly bigint[];
  readonly house: { readonly fees: bigint; readonly cash: bigint; readonly inventory: bigint };
  readonly keys: readonly string[];
  readonly quotes: readonly string[];
  /** All entries that were ordered so far. */
  readonly past: ModelEntry[];
};

const lanes = 16n;

/** Opens wallets for this many users and puts the opening amount into each USD wallet. */
export async function openWorld(pool: Pool, { users, opening }: { users: number; opening: bigint }): Promise<World> {
  const accounts = accountDirectory(pool);
  await accounts.registerAssets(['USD'], 2);
  await accounts.registerAssets(['BTC'], 8);
  const owners = Array.from({ length: users }, () => randomUUID());
  const world: World = {
    model: new Model(),
    owners,
    usd: await Promise.all(owners.map((owner) => accounts.walletId(owner, 'USD'))),
    btc: await Promise.all(owners.map((owner) => accounts.walletId(owner, 'BTC'))),
    house: {
      fees: await accounts.houseId('fees', 'USD'),
      cash: await accounts.houseId('cash', 'USD'),
      inventory: await accounts.houseId('inventory', 'BTC'),
    },
    keys: Array.from({ length: 41 }, () => randomUUID()),
    quotes: Array.from({ length: 6 }, () => randomUUID()),
    past: [],
  };
  await readAccounts(pool, world);
  await fund(pool, world, opening);
  return world;
}

type Row = { id: bigint; asset: string; floor: bigint | null; posted: bigint; held: bigint; seq: bigint };

/** Reads the accounts into the model. House lanes still have the balances of earlier worlds. */
async function readAccounts(pool: Pool, { model, usd, btc, house }: World) {
  const lanesOf = (id: bigint) => Array.from({ length: Number(lanes) }, (_, lane) => id + BigInt(lane));
  const { rows } = await pool.query<Row>(
    'select id, asset, floor, posted, held, seq from books.accounts where id = any ($1)',
    [[...usd, ...btc, ...Object.values(house).flatMap(lanesOf)]],
  );
  for (const { id, floor, ...account } of rows) model.accounts.set(id, { ...account, floor: floor ?? undefined });
}

async function fund(pool: Pool, { model, usd, house }: World, opening: bigint) {
  const funding = usd.map((account): ModelEntry => ({
    key: randomUUID(),
    hash: 0n,
    draws: [],
    postings: [
      { account: house.cash, amount: -opening },
      { account, amount: opening },
    ],
  }));
  const answers = await postRaw(pool, funding);
  for (const [i, entry] of funding.entries()) model.post(entry, answers[i]?.id ?? 0n);
}

/** Returns the item at this index, modulo the list's length. */
export function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('the list to pick from is empty');
  return item;
}
