import { invoiceBounds, type InvoiceInput, type InvoiceLineInput } from '@florin/contract';
import { parseQuantity, parseTaxRate, priceInvoice, taxRoundings, type Amount, type FiatCode } from '@florin/money';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { lockMember, type Member } from '../identity/index.ts';
import type { PaperSettings } from '../statements/index.ts';
import { readAmount } from '../wallets/index.ts';
import type { DescribedLine, Invoice, InvoiceContent } from './invoice.ts';
import { countDrafts, deleteDraft, findInvoice, hasInvoice, insertDraft, replaceDraft } from './invoice-store.ts';
import { lockInvoice } from './lock-invoice.ts';
import { assertMayLeadTo } from './settings.ts';

type Writing = Pick<PaperSettings, 'mode'> & { readonly pool: Pool };

/**
 * Writes a draft. The idempotency key becomes the draft's id, so a repeated call writes no second draft. Errors:
 * `invalid_amount`, `host_not_registered`, `too_many_requests`.
 */
export async function createDraft(
  { pool, mode }: Writing,
  owner: Member,
  { key: id }: Pick<Command, 'key'>,
  input: InvoiceInput,
): Promise<Invoice> {
  const content = contentOf(input);
  return transact(pool, async (tx) => {
    await lockMember(tx, owner.id);
    if (!(await hasInvoice(tx, owner.id, id))) {
      if ((await countDrafts(tx, owner.id)) >= invoiceBounds.drafts)
        throw new Refusal(
          'too_many_requests',
          `You have ${invoiceBounds.drafts} drafts. Issue or delete some of them first.`,
        );
      await assertMayLeadTo(tx, owner.id, content, mode);
      await insertDraft(tx, { id, ownerId: owner.id, content });
    }
    return findInvoice(tx, owner.id, id);
  });
}

/** Replaces a draft's content. Errors: `not_found`, `invalid_amount`, `host_not_registered`, `invoice_not_draft`. */
export async function changeDraft(
  { pool, mode }: Writing,
  owner: Member,
  id: string,
  input: InvoiceInput,
): Promise<Invoice> {
  const content = contentOf(input);
  return transact(pool, async (tx) => {
    await findDraft(tx, owner, id);
    await assertMayLeadTo(tx, owner.id, content, mode);
    await replaceDraft(tx, id, content);
    return findInvoice(tx, owner.id, id);
  });
}

/** Deletes a draft. Errors: `not_found`, `invoice_not_draft`. */
export async function removeDraft(pool: Pool, owner: Member, id: string): Promise<void> {
  await transact(pool, async (tx) => {
    await findDraft(tx, owner, id);
    await deleteDraft(tx, id);
  });
}

async function findDraft(tx: Queryable, owner: Member, id: string): Promise<void> {
  const { state } = await lockInvoice(tx, owner, id);
  if (state !== 'draft')
    throw new Refusal('invoice_not_draft', 'This invoice is issued and never changes. Write a credit note instead.');
}

function contentOf({ currency, customer, lines, due_on, note, success_url }: InvoiceInput): InvoiceContent {
  return {
    currency,
    customer: {
      name: customer.name,
      email: customer.email ?? undefined,
      address: customer.address ?? [],
      taxNumber: customer.tax_number ?? undefined,
    },
    lines: readLines(currency, lines),
    dueOn: due_on,
    note: note || undefined,
    successUrl: success_url ?? undefined,
  };
}

/** The largest total in cents: below a trillion, like all amounts. */
const maxUnits = 10n ** 14n;

/** Reads lines and checks their total in both roundings. Errors: `invalid_amount`, with the field. */
export function readLines(currency: FiatCode, lines: readonly InvoiceLineInput[]): DescribedLine[] {
  const read = lines.map((line, index) => ({
    description: line.description,
    quantity: parseQuantity(line.quantity) ?? unread('quantity'),
    unitPrice: readAmount(currency, line.unit_price, `lines.${index}.unit_price`),
    taxRate: parseTaxRate(line.tax_rate) ?? unread('tax rate'),
  }));
  for (const rounding of taxRoundings) assertPayable(priceInvoice(currency, read, rounding).total);
  return read;
}

function assertPayable({ units }: Amount): void {
  if (units > 0n && units < maxUnits) return;
  const sentence = units > 0n ? 'The total is too large.' : 'The total must be greater than 0.';
  throw new Refusal('invalid_amount', sentence, { fields: { lines: sentence } });
}

function unread(what: string): never {
  throw new Error(`the contract let through a ${what} that cannot be read`);
}
