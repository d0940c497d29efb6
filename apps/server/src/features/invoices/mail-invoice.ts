import { invoiceBounds, invoiceLink } from '@florin/contract';
import { formatAmount } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { knownAddresses, type Person } from '../identity/index.ts';
import { noteLines, queueMemberMail, senderOf, shortSenderOf, type MemberMail } from '../mail/index.ts';
import { openAmount, type Invoice } from './invoice.ts';
import { dayText } from './print-invoice.ts';

export type MailSettings = { readonly publicUrl: string; readonly rateLimits: boolean };

export type Occasion = 'issued' | 'reminder' | 'automatic reminder';

/**
 * Mails an issued document to its customer, with or without an account. Returns undefined without an address, and false
 * if the address got too many mails today.
 */
export async function mailInvoice(
  tx: Queryable,
  invoice: Invoice,
  occasion: Occasion,
  { publicUrl, rateLimits }: MailSettings,
): Promise<boolean | undefined> {
  const { customer, owner } = invoice;
  if (customer.email === undefined) return undefined;
  const to = { id: await holderOf(tx, customer.email), email: customer.email };
  const sender = await asKnownTo(tx, owner, to.id);
  return queueMemberMail(
    tx,
    { senderId: owner.id, to, limited: rateLimits },
    letterOf(invoice, { occasion, sender, publicUrl }),
  );
}

/** Whether the customer may get another reminder by hand. */
export const canRemind = ({ state, customer, reminders, isMailDue }: Invoice): boolean =>
  (state === 'open' || state === 'partly_paid' || state === 'overdue') &&
  customer.email !== undefined &&
  reminders < invoiceBounds.reminders &&
  isMailDue;

/** Returns the member who has this confirmed address or had it before. */
async function holderOf(tx: Queryable, email: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `select p.id from addresses a join people p on p.id = a.user_id
     where a.email = $1 and p.disabled_at is null and p.email_confirmed_at is not null`,
    [email],
  );
  return rows[0]?.id ?? null;
}

/** Returns the issuer with the address that the customer knows. */
async function asKnownTo(tx: Queryable, owner: Person, viewerId: string | null): Promise<Person> {
  const known = viewerId === null ? undefined : await knownAddresses(tx, viewerId, [owner.id]);
  return { ...owner, email: known?.get(owner.id) ?? owner.email };
}

type Sending = { readonly occasion: Occasion; readonly sender: Person; readonly publicUrl: string };

function letterOf(invoice: Invoice, { occasion, sender, publicUrl }: Sending): MemberMail {
  const { issued, totals, note, id, reminders } = invoice;
  if (!issued) throw new Error('a draft is never mailed');
  const { subject, opening } = wordsOf(invoice, issued.number, occasion, sender);
  const once = occasion === 'reminder' ? `reminder ${reminders + 1}` : occasion;
  return {
    subject,
    body: [
      opening,
      ...noteLines(note),
      'If you don’t know this person, ignore this email. No money moves unless you pay.',
    ].join('\n\n'),
    facts: [
      ['Number', issued.number],
      ['Total', formatAmount(totals.total)],
      ...(invoice.credits ? [] : ([['Open', formatAmount(openAmount(invoice))]] as const)),
      ...(invoice.dueOn === undefined ? [] : ([['Due', dayText(invoice.dueOn)]] as const)),
    ],
    publicUrl,
    path: invoiceLink('', issued.token),
    button: invoice.credits ? 'View the credit note' : 'View and pay',
    once: `invoice ${id} ${once}`,
  };
}

function wordsOf(invoice: Invoice, number: string, occasion: Occasion, sender: Person) {
  const [from, short] = [senderOf(sender), shortSenderOf(sender)];
  if (invoice.credits)
    return {
      subject: `Credit note ${number} from ${short}`,
      opening: `${from} sent you credit note ${number} for invoice ${invoice.credits.number} with {{brand}}.`,
    };
  const open = formatAmount(openAmount(invoice));
  if (occasion === 'issued')
    return {
      subject: `Invoice ${number} from ${short}: ${open}`,
      opening: `${from} sent you invoice ${number} with {{brand}}. View and pay it by its link.`,
    };
  return {
    subject: `Reminder: invoice ${number} from ${short}`,
    opening: `${from} reminds you of invoice ${number}. ${open} ${invoice.state === 'overdue' ? 'is overdue' : 'is still open'}.`,
  };
}
