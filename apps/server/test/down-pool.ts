import { openPool, type Pool } from '../src/platform/database/pool.ts';

/** Returns the pool of a database whose server is down. */
export const downPool = (): Pool => openPool({ host: '127.0.0.1', port: 1, user: 'florin', database: 'florin' });
