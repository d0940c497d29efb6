import type { Policy, Transaction } from '@florin/contract';
import { priceSend, type Amount, type FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { History } from '../activity/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { assertKeyPayment, type Member, type Payer } from '../identity/index.ts';
import { assertKnownRecipient, assertShownFee, sendMetadata, sendPostings } from '../transfers/index.ts';
import { insufficientBalance, readAmount, type Outflows } from '../wallets/index.ts';
import type { Invoice } from './invoice.ts';
import { findByToken } from './invoice-store.ts';
import { invoicePaidKind } from './paid-invoice.ts';
import { payingLedger } from './paying-ledger.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly outflows: Outflows;
  readonly history: History;
  readonly contacts: Contacts;
  readonly policy: Policy;
  readonly logger: Logger;
};

export type PayInvoice = {
  readonly token: string;
  /** In the invoice's currency. */
  readonly amount: string | number;
  readonly needsFactor: boolean;
  readonly shownFee: string | undefined;
};

/**
 * Pays an invoice in full or in part. Payments of one invoice together never exceed the open amount. Posts the same
 * lines as a send. A business may reserve the money until others approve the payment. The payment counts only after the
 * approval.
 *
 * Errors: `not_found`, `invalid_amount`, `recipient_is_self`, those of the caller's API key, `quote_expired`,
 * `invoice_not_open`, `more_than_open`, `second_factor_required`, `insufficient_balance`, `limit_exceeded`,
 * `refused_by_rule`, and the ledger's.
 */
export async function payInvoice(
  dependencies: Dependencies,
  payer: Payer,
  command: Command,
  { token, amount: given, needsFactor, shownFee }: PayInvoice,
): Promise<Transaction> {
  const { pool, ledger, outflows, history, contacts, policy } = dependencies;
  const invoice = await findByToken(pool, token, payer.id);
  if (invoice.owner.id === payer.id) throw new Refusal('recipient_is_self', 'You cannot pay your own invoice.');
  const amount = readAmount(invoice.currency, given);
  assertKeyPayment(payer, { amount, recipient: invoice.owner.email });
  await assertShownFee(policy, shownFee, () => ledger.hasEntry(payer.id, command.key));
  if (needsFactor)
    await assertKnownRecipient(dependencies, payer.id, {
      email: invoice.owner.email,
      accountId: invoice.owner.id,
      key: command.key,
    });
  const content = await paymentEntry(dependencies, payer, command, { invoice, amount });
  const leaving = { amount, needsFactor, recipientEmail: invoice.owner.email };
  const { entry, standing, isProposed } = await outflows.post(payingLedger(dependencies), payer, leaving, content, {
    insufficient: () => insufficientBalance(priceSend(amount, policy.fees.send).total),
  });
  if (!isProposed) await contacts.remember(payer.id, invoice.owner);
  return history.lineOf(payer, 'send', { entry, standing, known: [payer, invoice.owner] });
}

type Paid = { readonly invoice: Invoice; readonly amount: Amount<FiatCode> };

async function paymentEntry(
  { ledger, policy }: Pick<Dependencies, 'ledger' | 'policy'>,
  payer: Member,
  command: Command,
  { invoice: { owner, issued, id }, amount }: Paid,
): Promise<JournalEntry> {
  const price = priceSend(amount, policy.fees.send);
  const [sender, recipient, fees] = await Promise.all([
    ledger.walletId(payer.id, amount.asset),
    ledger.walletId(owner.id, amount.asset),
    ledger.houseId('fees', amount.asset),
  ]);
  return {
    ...command,
    actor: payer.id,
    kind: invoicePaidKind,
    metadata: { ...sendMetadata(payer, owner, price, undefined), invoice: id, number: issued?.number },
    postings: sendPostings({ sender, recipient, fees }, price),
  };
}
