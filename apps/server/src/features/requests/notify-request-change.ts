import type { Logger } from 'pino';
import type { Queryable } from '../../platform/database/pool.ts';
import { recordChange } from '../identity/index.ts';
import type { MoneyRequest } from './request-store.ts';

/** Refreshes the open pages of the requester, the recipient and the given other members. */
export async function notifyRequestChange(
  database: Queryable,
  { requester, recipient }: MoneyRequest,
  others: readonly string[] = [],
): Promise<void> {
  const sides = [requester.id, ...(recipient?.id ? [recipient.id] : []), ...others];
  await recordChange(database, sides, 'requests');
  await recordChange(database, sides, 'notifications');
}

/**
 * Refreshes the same pages after a request has ended in the ledger. A failure is only logged, because the ending is
 * final.
 */
export async function notifyRequestEnding(
  { pool, logger }: { readonly pool: Queryable; readonly logger: Logger },
  request: MoneyRequest,
  endedBy: string,
): Promise<void> {
  await notifyRequestChange(pool, request, [endedBy]).catch((error: unknown) => {
    logger.error({ err: error }, 'a request ended, but open pages were not notified');
  });
}

/** Refreshes the same pages for a request that was paid by its id. */
export async function announcePaidRequest(
  { pool, logger }: { readonly pool: Queryable; readonly logger: Logger },
  id: string,
  paidBy: string,
): Promise<void> {
  try {
    const { rows } = await pool.query<{ requester_id: string }>(
      'select requester_id from payment_requests where id::text = $1',
      [id],
    );
    const sides = [paidBy, ...rows.map((row) => row.requester_id)];
    await recordChange(pool, sides, 'requests');
    await recordChange(pool, sides, 'notifications');
  } catch (error) {
    logger.error({ err: error }, 'a request was paid, but open pages were not notified');
  }
}
