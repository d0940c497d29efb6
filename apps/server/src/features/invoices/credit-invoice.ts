import type { InvoiceLineInput } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { recordChange, type Member } from '../identity/index.ts';
import type { InvoiceContent } from './invoice.ts';
import { insertCreditNote } from './credit-note-store.ts';
import { findInvoice, hasInvoice } from './invoice-store.ts';
import { mailIssued, nextIssue, type Mailed } from './issue-invoice.ts';
import { lockInvoice } from './lock-invoice.ts';
import type { MailSettings } from './mail-invoice.ts';
import { assertOpenFor, notOpen } from './payment-store.ts';
import { readLines } from './write-draft.ts';

type Dependencies = MailSettings & { readonly pool: Pool };

export type Credit = {
  /** Undefined credits all lines of the invoice. */
  readonly lines: readonly InvoiceLineInput[] | undefined;
  readonly note: string | undefined;
  readonly mail: boolean;
};

/**
 * Issues a credit note of at most the open amount, with the invoice's rounding. A credit note moves no money, so it
 * never refunds a payment. The idempotency key becomes the credit note's id. Errors: `not_found`, `wallet_not_allowed`,
 * `invalid_amount`, `invoice_not_open`, `more_than_open`, `too_many_requests`.
 */
export async function creditInvoice(
  dependencies: Dependencies,
  owner: Member,
  invoiceId: string,
  { key: id }: Pick<Command, 'key'>,
  { lines, note, mail }: Credit,
): Promise<Mailed> {
  return transact(dependencies.pool, async (tx) => {
    const invoice = await lockInvoice(tx, owner, invoiceId);
    if (await hasInvoice(tx, owner.id, id))
      return { invoice: await findInvoice(tx, owner.id, id), emailSent: undefined };
    if (invoice.state === 'draft' || invoice.credits) throw notOpen();
    const { currency, customer, issuer, rounding } = invoice;
    const content: InvoiceContent = {
      currency,
      customer,
      lines: lines ? readLines(currency, lines) : invoice.lines,
      dueOn: undefined,
      note,
      successUrl: undefined,
    };
    const issue = await nextIssue(tx, owner.id, { ...content, issuer, rounding });
    assertOpenFor(invoice, issue.total);
    await insertCreditNote(tx, { id, invoice, content }, issue);
    await recordChange(tx, [owner.id], 'requests');
    return mailIssued(dependencies, tx, await findInvoice(tx, owner.id, id), { mail });
  });
}
