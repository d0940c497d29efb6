import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { recordChange, type Member } from '../identity/index.ts';
import { readAmount } from '../wallets/index.ts';
import type { Invoice } from './invoice.ts';
import { findInvoice, noInvoice } from './invoice-store.ts';
import { lockInvoice } from './lock-invoice.ts';
import { recordPayment, removePayment } from './payment-store.ts';

type Own = { readonly pool: Pool; readonly owner: Member; readonly id: string };

/**
 * Records a payment that the issuer received outside of the invoice, such as a bank transfer. The record moves no
 * money. Errors: `not_found`, `invalid_amount`, `invoice_not_open`, `more_than_open`.
 */
export const recordOutsidePayment = (own: Own, { key }: Pick<Command, 'key'>, amount: string | number) =>
  changePayments(own, (tx, invoice) =>
    recordPayment(tx, invoice, { key, payerId: undefined, amount: readAmount(invoice.currency, amount) }),
  );

/** Removes a payment that the issuer recorded. Errors: `not_found`. */
export const removeOutsidePayment = (own: Own, paymentId: string) =>
  changePayments(own, async (tx, invoice) => {
    if (!(await removePayment(tx, invoice, paymentId))) throw noInvoice();
  });

async function changePayments(
  { pool, owner, id }: Own,
  change: (tx: Queryable, invoice: Invoice) => Promise<void>,
): Promise<Invoice> {
  return transact(pool, async (tx) => {
    await change(tx, await lockInvoice(tx, owner, id));
    await recordChange(tx, [owner.id], 'requests');
    return findInvoice(tx, owner.id, id);
  });
}
