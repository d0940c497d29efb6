import { invoiceBounds } from '@florin/contract';
import { priceInvoice, type TaxRounding } from '@florin/money';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countUse } from '../../platform/use-counts.ts';
import { newToken, recordChange, type Member } from '../identity/index.ts';
import type { PaperSettings } from '../statements/index.ts';
import type { Invoice, InvoiceContent, PrintedParty } from './invoice.ts';
import { findInvoice, recordIssue, recordMail, today, type Issue } from './invoice-store.ts';
import { lockInvoice } from './lock-invoice.ts';
import { mailInvoice, type MailSettings } from './mail-invoice.ts';
import { assertMayLeadTo, takeNumber } from './settings.ts';

type Dependencies = MailSettings & Pick<PaperSettings, 'mode'> & { readonly pool: Pool };

export type Mailed = {
  readonly invoice: Invoice;
  /** Undefined if no mail was due. */
  readonly emailSent: boolean | undefined;
};

/**
 * Issues a draft: gives the draft the next number, freezes it, and optionally mails it. A repeated call changes
 * nothing. Errors: `not_found`, `wallet_not_allowed`, `host_not_registered`, `invalid_request` for a past due date,
 * `too_many_requests`.
 */
export async function issueInvoice(
  dependencies: Dependencies,
  owner: Member,
  id: string,
  { mail }: { readonly mail: boolean },
): Promise<Mailed> {
  return transact(dependencies.pool, async (tx) => {
    const draft = await lockInvoice(tx, owner, id);
    if (draft.state !== 'draft') return { invoice: draft, emailSent: undefined };
    await assertNotPast(tx, draft);
    await assertMayLeadTo(tx, owner.id, draft, dependencies.mode);
    const { currency, lines, issuer } = draft;
    await recordIssue(tx, id, await nextIssue(tx, owner.id, { currency, lines, issuer }));
    await recordChange(tx, [owner.id], 'requests');
    return mailIssued(dependencies, tx, await findInvoice(tx, owner.id, id), { mail });
  });
}

const issuing = {
  use: 'issue-invoice',
  max: invoiceBounds.issuedPerDay,
  seconds: 24 * 60 * 60,
  sentence: `You issued ${invoiceBounds.issuedPerDay} documents in 24 hours. Wait until tomorrow.`,
} as const;

type Issuable = Pick<InvoiceContent, 'currency' | 'lines'> & {
  readonly issuer: PrintedParty;
  /** Default: the next number of the series. */
  readonly rounding?: TaxRounding;
};

/** Takes the next number for a document. Errors: `too_many_requests`. */
export async function nextIssue(tx: Queryable, ownerId: string, document: Issuable): Promise<Issue> {
  const { currency, lines, issuer } = document;
  await countUse(tx, ownerId, issuing);
  const { prefix, number, rounding: ofSeries } = await takeNumber(tx, ownerId);
  const { rounding = ofSeries } = document;
  const { total } = priceInvoice(currency, lines, rounding);
  return { prefix, number, token: newToken(), rounding, issuer, total };
}

/** Mails an issued document if asked to. */
export async function mailIssued(
  settings: MailSettings,
  tx: Queryable,
  invoice: Invoice,
  { mail }: { readonly mail: boolean },
): Promise<Mailed> {
  const emailSent = mail ? await mailInvoice(tx, invoice, 'issued', settings) : undefined;
  if (!emailSent) return { invoice, emailSent };
  await recordMail(tx, invoice.id, { isReminder: false });
  return { invoice: await findInvoice(tx, invoice.owner.id, invoice.id), emailSent };
}

async function assertNotPast(tx: Queryable, { dueOn }: Invoice): Promise<void> {
  const { rowCount } = await tx.query(`select where $1::date < ${today}`, [dueOn]);
  if (rowCount === 0) return;
  const sentence = 'The due date is in the past. Choose a later one.';
  throw new Refusal('invalid_request', sentence, { fields: { due_on: sentence } });
}
