import { amountOf } from '@florin/money';
import type { Logger } from 'pino';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { recordChange } from '../identity/index.ts';
import { findInvoice } from './invoice-store.ts';
import { invoicePaidKind } from './paid-invoice.ts';
import { recordPayment } from './payment-store.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly logger: Logger };

/**
 * Returns a ledger that also records each posted payment of an invoice, in the same transaction. The transaction locks
 * the invoice, so that payments never exceed the open amount. Further errors of a payment's post: `not_found`,
 * `invoice_not_open`, `more_than_open`.
 */
export function payingLedger({ pool, ledger, logger }: Dependencies): Ledger {
  return {
    ...ledger,
    async post(entry, sentences) {
      if (entry.kind !== invoicePaidKind) return ledger.post(entry, sentences);
      const { issuerId, invoiceId, units } = paymentIn(entry);
      const standing = await transact(pool, async (tx) => {
        const invoice = await findInvoice(tx, issuerId, invoiceId, { locked: true });
        const amount = amountOf(invoice.currency, units);
        await recordPayment(tx, invoice, { key: entry.key, payerId: entry.actor, amount });
        return ledger.postWithin(tx, entry, sentences);
      });
      // A failure is only logged, because the payment is already final.
      await recordChange(pool, [issuerId, entry.actor], 'requests').catch((error: unknown) => {
        logger.error({ err: error }, 'an invoice was paid, but open pages were not notified');
      });
      return standing;
    },
  };
}

function paymentIn({ metadata: { recipient, invoice, amount } }: JournalEntry) {
  if (recipient === undefined || invoice === undefined || amount === undefined)
    throw new Error('the entry does not say which invoice it pays');
  return { issuerId: recipient, invoiceId: invoice, units: BigInt(amount) };
}
