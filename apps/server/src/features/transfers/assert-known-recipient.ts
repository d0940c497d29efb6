import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findHolder } from '../contacts/index.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger };
type Recipient = {
  readonly email: string;
  /** The account id of the member with this address, if one exists. */
  readonly accountId: string | undefined;
  /** The payment's idempotency key. */
  readonly key: string;
};

/**
 * Checks that a payer without two-factor confirmation has paid this account before. A saved contact is not enough,
 * because saving needs no confirmation. A payment to an earlier holder of the address does not count. A repeated key
 * passes, because the ledger posts nothing twice. Errors: `second_factor_required`.
 */
export async function assertKnownRecipient(
  { pool, ledger }: Dependencies,
  payerId: string,
  { email, accountId, key }: Recipient,
): Promise<void> {
  const holder = await findHolder(pool, payerId, { email, accountId });
  if (holder?.known) return;
  if (await ledger.hasEntry(payerId, key)) return;
  throw new Refusal(
    'second_factor_required',
    'You have not paid this person before. Confirm with your second factor first.',
  );
}
