import { invoiceBounds } from '@florin/contract';
import type { Logger } from 'pino';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';
import type { Invoice } from './invoice.ts';
import { findInvoice, recordMail, todayOf } from './invoice-store.ts';
import { lockInvoice } from './lock-invoice.ts';
import { canRemind, mailInvoice, type MailSettings } from './mail-invoice.ts';
import { notOpen } from './payment-store.ts';

type Dependencies = MailSettings & { readonly pool: Pool };
type JobDependencies = Dependencies & { readonly logger: Logger };

/** Mails a reminder of an issued invoice. Errors: `not_found`, `invoice_not_open`, `reminded_enough`, `too_many_requests`. */
export async function remindOfInvoice(dependencies: Dependencies, owner: Member, id: string): Promise<Invoice> {
  return transact(dependencies.pool, async (tx) => {
    const invoice = await lockInvoice(tx, owner, id);
    if (!isWaiting(invoice)) throw notOpen();
    if (!canRemind(invoice)) throw remindedEnough(invoice);
    if (!(await mailInvoice(tx, invoice, 'reminder', dependencies))) throw mailedEnough();
    await recordMail(tx, id, { isReminder: true });
    return findInvoice(tx, owner.id, id);
  });
}

const isWaiting = ({ state }: Invoice) => state === 'open' || state === 'partly_paid' || state === 'overdue';

function remindedEnough({ customer, reminders }: Invoice): Refusal {
  if (customer.email === undefined)
    return new Refusal('reminded_enough', 'This customer has no email address. Share the link of the invoice instead.');
  return new Refusal(
    'reminded_enough',
    reminders >= invoiceBounds.reminders
      ? `You have already sent ${invoiceBounds.reminders} reminders for this invoice.`
      : `You can send a reminder ${invoiceBounds.hoursBetweenMails} hours after the last email.`,
  );
}

const mailedEnough = () =>
  new Refusal(
    'too_many_requests',
    'This address got too many emails today, so we sent none. Share the link of the invoice, or remind again tomorrow.',
    { retryAfterSeconds: 24 * 60 * 60 },
  );

const everySeconds = 600;
/** The maximum number of invoices per run. */
const maxPerRun = 500;

export const scheduleInvoiceReminders = (dependencies: JobDependencies) =>
  recurringJob(dependencies, 'remind-of-invoices', everySeconds, (signal) => remindOfOverdue(dependencies, signal));

/**
 * Reminds once of each invoice that is overdue by three days, if its issuer turned reminders on. An address over its
 * daily limit gets the reminder in a later run.
 */
export async function remindOfOverdue(dependencies: Dependencies, signal?: AbortSignal): Promise<void> {
  const { pool } = dependencies;
  const { rows } = await pool.query<{ id: string; issuer_id: string }>(
    `select i.id, i.issuer_id ${dueForReminder} order by i.due_on, i.id limit $1`,
    [maxPerRun],
  );
  await forEachSettled(rows, (row) => remindOnce(dependencies, row), signal);
}

const dueForReminder = `
  from invoices i
  join invoice_settings t on t.owner_id = i.issuer_id and t.auto_remind
  join people p on p.id = i.issuer_id and p.disabled_at is null
  where i.number is not null and i.credits is null and i.paid + i.credited < i.total
    and i.due_on <= ${todayOf} - ${invoiceBounds.autoReminderDays} and i.auto_reminded_at is null
    and i.customer ->> 'email' is not null
    and coalesce(i.mailed_at < now() - interval '${invoiceBounds.hoursBetweenMails} hours', true)`;

async function remindOnce(dependencies: Dependencies, { id, issuer_id: ownerId }: { id: string; issuer_id: string }) {
  await transact(dependencies.pool, async (tx) => {
    const invoice = await findInvoice(tx, ownerId, id, { locked: true });
    const { rowCount } = await tx.query(`select ${dueForReminder} and i.id = $1`, [id]); // another node may have reminded
    if (rowCount !== 1 || !(await mailInvoice(tx, invoice, 'automatic reminder', dependencies))) return;
    await recordMail(tx, id, { isReminder: true });
    await tx.query('update invoices set auto_reminded_at = now() where id = $1', [id]);
  });
}
