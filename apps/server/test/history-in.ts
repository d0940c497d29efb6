import { openHistory, type History } from '../src/features/activity/index.ts';
import type { Queryable } from '../src/platform/database/pool.ts';
import type { TestApp } from './test-app.ts';

/**
 * Opens a history that reads all members' ledgers through this database, for example through one that counts the reads.
 */
export const historyIn = (books: Queryable, { app }: Pick<TestApp, 'app'>): History =>
  openHistory({ ...app.dependencies, ledger: { ...app.dependencies.ledger, booksOf: async () => books } });
