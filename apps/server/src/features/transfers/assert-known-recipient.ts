import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findHolder } from '../contacts/index.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger };
type Recipient = {
  readonly email: string;
  /** Of the member with that address, if there is one. */
  readonly accountId: string | undefined;
  /** The payment's. */
  readonly key: string;
};

/**
 * For whoever owes a second factor: they have paid the recipient before. A contact that was only written down is not
 * enough, as writing down asks for nothing; nor is a payment to whoever had the address before. What stands under the key
 * already goes on, to its first answer: the ledger posts nothing twice. Refusals: `second_factor_required`.
 */
export async function assertKnownRecipient(
  { pool, ledger }: Dependencies,
  payerId: string,
  { email, accountId, key }: Recipient,
): Promise<void> {
  const holder = await findHolder(pool, payerId, { email, accountId });
  if (holder?.known) return;
  if (await ledger.hasEntry(key)) return;
  throw new Refusal(
    'second_factor_required',
    'You have not sent money to this person before. Please show your second factor first.',
  );
}
