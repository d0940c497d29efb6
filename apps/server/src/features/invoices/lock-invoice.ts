import type { Queryable } from '../../platform/database/pool.ts';
import { assertKeyWallet, type Member } from '../identity/index.ts';
import type { Invoice } from './invoice.ts';
import { findInvoice } from './invoice-store.ts';

/**
 * Returns a member's own invoice or draft and locks it until the transaction ends. An API key of one wallet changes
 * only invoices in its currency. Errors: `not_found`, `wallet_not_allowed`.
 */
export async function lockInvoice(tx: Queryable, owner: Pick<Member, 'id' | 'key'>, id: string): Promise<Invoice> {
  const invoice = await findInvoice(tx, owner.id, id, { locked: true });
  assertKeyWallet(owner, invoice.currency);
  return invoice;
}
