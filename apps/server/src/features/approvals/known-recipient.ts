import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger };

/** Returns whether the business has paid this address, or withdrawn to the bank account of the entry, before. */
export async function isKnownRecipient(
  { pool, ledger }: Dependencies,
  businessId: string,
  email: string | undefined,
  { metadata }: JournalEntry,
): Promise<boolean> {
  if (email === undefined) return wasPaidOut(ledger, businessId, metadata['method_id'] ?? '');
  const { rowCount } = await pool.query(
    'select from contact_names where user_id = $1 and email = $2 and sent_to is not null',
    [businessId, email],
  );
  return rowCount !== 0;
}

/** A withdrawal that is under way, was canceled or came back does not count. */
async function wasPaidOut(ledger: Ledger, businessId: string, methodId: string): Promise<boolean> {
  const books = await ledger.booksOf(businessId);
  const { rowCount } = await books.query(
    `select from member_books.accounts a
     join member_books.holds h on h.account_id = a.id
     join member_books.entries started on started.id = h.id and started.metadata ->> 'method_id' = $2
     join member_books.entries ended on ended.id = h.ended_by and ended.kind = 'withdrawal'
     where a.owner = $1 limit 1`,
    [businessId, methodId],
  );
  return rowCount !== 0;
}
