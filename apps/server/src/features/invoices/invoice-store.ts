import { invoiceBounds, type InvoiceState } from '@florin/contract';
import { amountOf, priceInvoice, type Amount, type FiatCode, type TaxRounding } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isUuid } from '../../platform/uuid.ts';
import { printedNumber, type Invoice, type InvoiceContent, type PrintedParty } from './invoice.ts';
import {
  lineOf,
  partyOf,
  storedCustomer,
  storedLines,
  storedParty,
  type StoredCustomer,
  type StoredLine,
  type StoredParty,
} from './stored-content.ts';

type Row = {
  id: string;
  owner_id: string;
  owner_name: string;
  owner_email: string;
  credits: string | null;
  credits_prefix: string | null;
  credits_number: number | null;
  prefix: string | null;
  number: number | null;
  token: string | null;
  currency: FiatCode;
  used_rounding: TaxRounding;
  used_issuer: StoredParty;
  customer: StoredCustomer;
  lines: StoredLine[];
  due_day: string | null;
  note: string | null;
  success_url: string | null;
  created_at: Date;
  issued_day: string | null;
  issued_at: Date | null;
  paid: bigint;
  credited: bigint;
  reminders: number;
  mailed_at: Date | null;
  mail_due: boolean;
  state: InvoiceState;
};

export const today = `(now() at time zone 'UTC')::date`;

/** Today's date for the row `i`. In a sandbox, this includes the moves of the issuer's test clock since the issue. */
export const todayOf = `
  case when i.issuer_id in (select account_id from moved_accounts)
       then ((now() + moved_since(i.issuer_id, i.issued_at)) at time zone 'UTC')::date
       else ${today} end`;

/** The state of the row `i`. */
export const stateOfRow = `
  case when i.number is null then 'draft'
       when i.credits is not null then 'issued'
       when i.credited = i.total then 'cancelled'
       when i.paid + i.credited = i.total then 'paid'
       when i.due_on < ${todayOf} then 'overdue'
       when i.paid > 0 then 'partly_paid'
       else 'open' end`;

/** A viewer $1 may know the issuer by an older address. A draft has the issuer's current settings. */
const select = `
  select i.*, q.id as owner_id, q.name as owner_name, coalesce(k.email, q.email) as owner_email,
         c.prefix as credits_prefix, c.number as credits_number, i.due_on::text as due_day,
         (i.issued_at at time zone 'UTC')::date::text as issued_day,
         coalesce(i.rounding, s.rounding, 'total') as used_rounding,
         coalesce(i.issuer, jsonb_strip_nulls(jsonb_build_object(
           'name', q.name, 'address', to_jsonb(coalesce(t.address, '{}')), 'tax_number', t.tax_number))) as used_issuer,
         coalesce(i.mailed_at + interval '${invoiceBounds.hoursBetweenMails} hours' <= now(), true) as mail_due,
         ${stateOfRow} as state
  from invoices i
  join people q on q.id = i.issuer_id
  left join addresses_known k on k.viewer_id = $1 and k.person_id = i.issuer_id
  left join invoice_settings t on t.owner_id = i.issuer_id
  left join invoice_series s on s.owner_id = i.issuer_id and s.prefix = t.prefix
  left join invoices c on c.id = i.credits`;

function invoiceOf(row: Row): Invoice {
  const { currency, credits } = row;
  const lines = row.lines.map((line) => lineOf(currency, line));
  const numberOf = (prefix: string | null, number: number | null) =>
    prefix === null || number === null ? undefined : printedNumber(prefix, number);
  const number = numberOf(row.prefix, row.number);
  const creditsNumber = numberOf(row.credits_prefix, row.credits_number);
  return {
    id: row.id,
    owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email },
    issuer: partyOf(row.used_issuer),
    state: row.state,
    issued:
      number === undefined || row.token === null || row.issued_day === null || row.issued_at === null
        ? undefined
        : { number, token: row.token, on: row.issued_day, at: row.issued_at },
    credits: credits === null || creditsNumber === undefined ? undefined : { id: credits, number: creditsNumber },
    currency,
    rounding: row.used_rounding,
    customer: { ...partyOf(row.customer), email: row.customer.email },
    lines,
    totals: priceInvoice(currency, lines, row.used_rounding),
    dueOn: row.due_day ?? undefined,
    note: row.note ?? undefined,
    successUrl: row.success_url ?? undefined,
    paid: amountOf(currency, row.paid),
    credited: amountOf(currency, row.credited),
    createdAt: row.created_at,
    reminders: row.reminders,
    mailedAt: row.mailed_at ?? undefined,
    isMailDue: row.mail_due,
  };
}

export function noInvoice(): Refusal {
  return new Refusal('not_found', 'This invoice does not exist.');
}

/** Returns a party's own invoice. `locked` locks the row until the transaction ends. Errors: `not_found`. */
export async function findInvoice(
  database: Queryable,
  ownerId: string,
  id: string,
  { locked = false } = {},
): Promise<Invoice> {
  if (!isUuid(id)) throw noInvoice();
  const { rows } = await database.query<Row>(
    `${select} where i.id = $2 and i.issuer_id = $1 ${locked ? 'for update of i' : ''}`,
    [ownerId, id],
  );
  if (!rows[0]) throw noInvoice();
  return invoiceOf(rows[0]);
}

/** Returns whether the party has a document with this id. */
export async function hasInvoice(database: Queryable, ownerId: string, id: string): Promise<boolean> {
  const { rowCount } = await database.query('select from invoices where id = $2 and issuer_id = $1', [ownerId, id]);
  return rowCount === 1;
}

/**
 * Returns the issued document of a link, unless its issuer is frozen. `viewerId` is the member who reads the invoice,
 * if any. Errors: `not_found`.
 */
export async function findByToken(database: Queryable, token: string, viewerId?: string): Promise<Invoice> {
  const { rows } = await database.query<Row>(`${select} where i.token = $2 and q.disabled_at is null`, [
    viewerId,
    token,
  ]);
  if (!rows[0]) throw noInvoice();
  return invoiceOf(rows[0]);
}

export type InvoiceFilter = 'all' | 'draft' | 'open' | 'overdue' | 'paid' | 'cancelled';
export const pageSize = 50;

/**
 * The listed states of a filter. Issued invoices that wait for money are open, including partly paid and overdue
 * invoices.
 */
const statesOf: Readonly<Record<InvoiceFilter, readonly InvoiceState[]>> = {
  all: ['draft', 'open', 'partly_paid', 'overdue', 'paid', 'cancelled', 'issued'],
  draft: ['draft'],
  open: ['open', 'partly_paid', 'overdue'],
  overdue: ['overdue'],
  paid: ['paid'],
  cancelled: ['cancelled'],
};

/** Lists a page of a party's documents, newest first, after the document with the id `after`. */
export async function listInvoices(
  database: Queryable,
  ownerId: string,
  filter: InvoiceFilter,
  after?: string,
): Promise<Invoice[]> {
  if (after !== undefined && !isUuid(after)) return [];
  const { rows } = await database.query<Row>(
    `${select}
     where i.issuer_id = $1 and ${stateOfRow} = any ($2)
       and ($3::uuid is null
            or (i.created_at, i.id) < (select created_at, id from invoices where id = $3 and issuer_id = $1))
     order by i.created_at desc, i.id desc limit $4`,
    [ownerId, statesOf[filter], after, pageSize],
  );
  return rows.map(invoiceOf);
}

/** Yields all of a party's documents in the same order, page by page. */
export async function* allInvoices(database: Queryable, ownerId: string): AsyncGenerator<Invoice> {
  let page: Invoice[] = [];
  do {
    page = await listInvoices(database, ownerId, 'all', page.at(-1)?.id);
    yield* page;
  } while (page.length === pageSize);
}

export async function countDrafts(database: Queryable, ownerId: string): Promise<number> {
  const { rows } = await database.query<{ drafts: number }>(
    'select count(*)::int as drafts from invoices where issuer_id = $1 and number is null',
    [ownerId],
  );
  return rows[0]?.drafts ?? 0;
}

/** Inserts a draft, unless a document with this id exists. */
export async function insertDraft(
  tx: Queryable,
  { id, ownerId, content }: { readonly id: string; readonly ownerId: string; readonly content: InvoiceContent },
): Promise<void> {
  await tx.query(
    `insert into invoices (id, issuer_id, currency, customer, lines, due_on, note, success_url)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [id, ownerId, ...contentValues(content)],
  );
}

export async function replaceDraft(tx: Queryable, id: string, content: InvoiceContent): Promise<void> {
  await tx.query(
    `update invoices set currency = $2, customer = $3, lines = $4, due_on = $5, note = $6, success_url = $7
     where id = $1 and number is null`,
    [id, ...contentValues(content)],
  );
}

export const contentValues = ({ currency, customer, lines, dueOn, note, successUrl }: InvoiceContent) => [
  currency,
  JSON.stringify(storedCustomer(customer)),
  JSON.stringify(storedLines(lines)),
  dueOn,
  note,
  successUrl,
];

export async function deleteDraft(tx: Queryable, id: string): Promise<void> {
  await tx.query('delete from invoices where id = $1 and number is null', [id]);
}

/** A document's place in its series, and the data that is frozen at its issue. */
export type Issue = {
  readonly prefix: string;
  readonly number: number;
  readonly token: string;
  readonly rounding: TaxRounding;
  readonly issuer: PrintedParty;
  readonly total: Amount<FiatCode>;
};

export async function recordIssue(tx: Queryable, id: string, issue: Issue): Promise<void> {
  await tx.query(
    `update invoices set prefix = $2, number = $3, token = $4, rounding = $5, issuer = $6, total = $7, issued_at = now()
     where id = $1`,
    [id, ...issueValues(issue)],
  );
}

export const issueValues = ({ prefix, number, token, rounding, issuer, total }: Issue) => [
  prefix,
  number,
  token,
  rounding,
  JSON.stringify(storedParty(issuer)),
  total.units,
];

/** Records a mail to the customer, and whether it was a reminder. */
export async function recordMail(tx: Queryable, id: string, { isReminder }: { readonly isReminder: boolean }) {
  await tx.query('update invoices set mailed_at = now(), reminders = reminders + $2 where id = $1', [
    id,
    isReminder ? 1 : 0,
  ]);
}

/**
 * Returns a party's issued invoices that changed since a time, and its unpaid invoices that became due since then.
 * Leaves out credit notes.
 */
export async function changedInvoices(database: Queryable, ownerId: string, since: Date): Promise<Invoice[]> {
  const { rows } = await database.query<Row>(
    `${select}
     where i.issuer_id = $1 and i.number is not null and i.credits is null
       and (i.changed_at >= $2 or i.paid + i.credited < i.total and i.due_on >= $2::date - 2 and i.due_on < ${today})`,
    [ownerId, since],
  );
  return rows.map(invoiceOf);
}

/** Returns the time when the party's next unpaid invoice becomes overdue. */
export async function nextOverdue(database: Queryable, ownerId: string): Promise<Date | null> {
  const { rows } = await database.query<{ at: Date | null }>(
    `select (min(due_on) + 1)::timestamp at time zone 'UTC' as at from invoices
     where issuer_id = $1 and number is not null and credits is null and paid + credited < total and due_on >= ${today}`,
    [ownerId],
  );
  return rows[0]?.at ?? null;
}
