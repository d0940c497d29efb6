import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findContact } from '../contacts/index.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger };

/**
 * For whoever owes a second factor: they have paid the recipient before. A contact that was only written down is not
 * enough, as writing down asks for nothing. What stands under the key already goes on, to its first answer: the ledger
 * posts nothing twice. Refusals: `second_factor_required`.
 */
export async function assertKnownRecipient(
  { pool, ledger }: Dependencies,
  payerId: string,
  { email, key }: { readonly email: string; readonly key: string },
): Promise<void> {
  const contact = await findContact(pool, payerId, email);
  if (contact && contact.last_sent_at !== null) return;
  if (await ledger.hasEntry(key)) return;
  throw new Refusal(
    'second_factor_required',
    'You have not sent money to this person before. Please show your second factor first.',
  );
}
