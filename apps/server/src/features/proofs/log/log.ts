import type { Pool } from '../../../platform/database/pool.ts';
import type { AccountNames } from './account-names.ts';
import type { LogKeys } from './log-keys.ts';
import type { LogSecret } from './log-secret.ts';

export type Log = {
  /** The main database, which has the log. */
  readonly pool: Pool;
  /** The databases of further ledgers. */
  readonly ledgers?: readonly Pool[] | undefined;
  readonly keys: LogKeys;
  readonly secret: LogSecret;
  readonly names: AccountNames;
};

/** The databases of all ledgers, by their numbers. */
export const ledgersOf = ({ pool, ledgers = [] }: Log): readonly Pool[] => [pool, ...ledgers];
