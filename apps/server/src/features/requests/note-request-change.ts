import type { Logger } from 'pino';
import type { Queryable } from '../../platform/database/pool.ts';
import { recordChange } from '../identity/index.ts';
import type { MoneyRequest } from './request-store.ts';

/** Lets both sides' open pages know, and whoever else is named. */
export async function noteRequestChange(
  database: Queryable,
  { requester, recipient }: MoneyRequest,
  others: readonly string[] = [],
): Promise<void> {
  const sides = [requester.id, ...(recipient?.id ? [recipient.id] : []), ...others];
  await recordChange(database, sides, 'requests');
  await recordChange(database, sides, 'notifications');
}

/** The same after a request has ended in the ledger: that stands, whether the pages hear of it or not. */
export async function noteEnding(
  { pool, logger }: { readonly pool: Queryable; readonly logger: Logger },
  request: MoneyRequest,
  endedBy: string,
): Promise<void> {
  await noteRequestChange(pool, request, [endedBy]).catch((error: unknown) => {
    logger.error({ err: error }, 'a request has ended, and open pages could not be told');
  });
}
