import type { Queryable } from '../../platform/database/pool.ts';

export async function listFavoriteCoins(database: Queryable, userId: string): Promise<string[]> {
  const { rows } = await database.query<{ symbol: string }>(
    'select symbol from favorite_coins where user_id = $1 order by symbol',
    [userId],
  );
  return rows.map(({ symbol }) => symbol);
}

export async function addFavoriteCoin(database: Queryable, userId: string, symbol: string): Promise<void> {
  await database.query('insert into favorite_coins (user_id, symbol) values ($1, $2) on conflict do nothing', [
    userId,
    symbol,
  ]);
}

export async function removeFavoriteCoin(database: Queryable, userId: string, symbol: string): Promise<void> {
  await database.query('delete from favorite_coins where user_id = $1 and symbol = $2', [userId, symbol]);
}
