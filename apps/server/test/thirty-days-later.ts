import { inAllLedgers } from './all-ledgers.ts';
import type { TestApp } from './test-app.ts';

/** Makes the sends that are held for an address 30 days older, so that they have expired. */
export async function thirtyDaysLater(florin: Pick<TestApp, 'database' | 'ledgers'>, address: string): Promise<void> {
  const { rows } = await florin.database.ownerPool.query<{ key: string }>(
    'select s.key from held_sends s join invitees i on i.id = s.invitee_id where i.email = $1',
    [address],
  );
  await inAllLedgers(
    florin,
    `update ledger.holds h set expires_at = h.expires_at - interval '30 days'
     from own_books.entries e where e.id = h.id and e.key = any ($1)`,
    [rows.map(({ key }) => key)],
  );
}
