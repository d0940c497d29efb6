import type { Pool } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';
import { listFavoriteCoins } from './favorite-coins.ts';

/** A member's favorite coins. */
export const personalFavorites = (pool: Pool): PersonalPart => ({
  name: 'favorite_coins',
  read: ({ id }) => listFavoriteCoins(pool, id),
  forget: async (tx, { id }) => {
    await tx.query('delete from favorite_coins where user_id = $1', [id]);
  },
});
