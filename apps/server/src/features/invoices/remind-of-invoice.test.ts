import { endpoints, invoiceBounds, type Invoice } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { issueInvoice, letDaysPass, payInvoice, readInvoice } from '../../../test/write-invoice.ts';
import { remindOfOverdue } from './remind-of-invoice.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_RATE_LIMITS: 'on' });
});
afterAll(() => florin.close());

let made = 0;
const newAddress = () => `customer-${made++}@acme.example`;
const invoiceTo = (issuer: TestMember, email?: string) =>
  issueInvoice(issuer, { customer: { name: 'Acme Ltd', ...(email !== undefined && { email }) } });
const remind = ({ client }: TestMember, { id }: Pick<Invoice, 'id'>) =>
  client.call(endpoints.remindOfInvoice, { params: { id } });
const subjectsTo = async (email: string) => (await mailsTo(florin, email)).map(({ subject }) => subject);
const runJob = () => remindOfOverdue(florin.app.dependencies);
const switchOn = ({ client }: TestMember, auto_remind = true) =>
  client.call(endpoints.changeInvoiceSettings, {
    body: { prefix: 'A-', rounding: 'total', address: [], tax_number: null, hosts: [], auto_remind },
  });

describe('reminders by hand', () => {
  test('mails a reminder a day after the last mail, with the open and overdue amounts', async () => {
    const [hana, email] = [await florin.signUp('Hana'), newAddress()];
    const payer = await florin.signUpWith('100.00');
    const invoice = await invoiceTo(hana, email);
    const enough = refusedWith('reminded_enough', { detail: expect.stringContaining('24 hours') });
    await expect(remind(hana, invoice)).rejects.toMatchObject(enough);
    await payInvoice(payer, invoice, '20.00');
    await letDaysPass(florin, invoice, 15);
    expect(await readInvoice(hana, invoice)).toMatchObject({ state: 'overdue', can_remind: true });
    expect(await remind(hana, invoice)).toMatchObject({ reminders: 1, can_remind: false });
    const reminder = (await mailsTo(florin, email)).at(-1);
    expect(reminder?.subject).toBe(`Reminder: invoice ${invoice.number} from Hana`);
    expect(reminder?.body).toContain('$100.00 is overdue.');
    await expect(remind(hana, invoice)).rejects.toMatchObject(enough);
  });

  test('sends at most ten reminders, and sends none without an address or for a settled invoice', async () => {
    const [hana, payer] = [await florin.signUp('Hana'), await florin.signUpWith('200.00')];
    const invoice = await invoiceTo(hana, newAddress());
    await florin.database.ownerPool.query('update invoices set reminders = $2 where id = $1', [
      invoice.id,
      invoiceBounds.reminders,
    ]);
    await letDaysPass(florin, invoice, 2);
    await expect(remind(hana, invoice)).rejects.toMatchObject(
      refusedWith('reminded_enough', { detail: 'You have already sent 10 reminders for this invoice.' }),
    );
    await expect(remind(hana, await invoiceTo(hana))).rejects.toMatchObject(
      refusedWith('reminded_enough', { detail: expect.stringContaining('no email address') }),
    );
    await payInvoice(payer, invoice, '120.00');
    await expect(remind(hana, invoice)).rejects.toMatchObject(refusedWith('invoice_not_open'));
  });

  test('records no reminder for an address over its daily limit', async () => {
    const [hana, email] = [await florin.signUp('Hana'), newAddress()];
    const [first] = [await invoiceTo(hana, email), await invoiceTo(hana, email), await invoiceTo(hana, email)];
    await letDaysPass(florin, first, 2);
    await expect(remind(hana, first)).rejects.toMatchObject(refusedWith('too_many_requests'));
    expect(await readInvoice(hana, first)).toMatchObject({ reminders: 0, can_remind: true });
  });
});

describe('automatic reminders', () => {
  test('mails one automatic reminder, three days after the due date, if the issuer switched reminders on', async () => {
    const [hana, email] = [await florin.signUp('Hana'), newAddress()];
    await switchOn(hana);
    const invoice = await invoiceTo(hana, email);
    await letDaysPass(florin, invoice, 14 + 2);
    await runJob();
    expect(await subjectsTo(email)).toHaveLength(1);
    await letDaysPass(florin, invoice, 1);
    await Promise.all([runJob(), runJob()]);
    expect((await subjectsTo(email)).slice(1)).toEqual([`Reminder: invoice ${invoice.number} from Hana`]);
    await letDaysPass(florin, invoice, 5);
    await runJob();
    expect(await subjectsTo(email)).toHaveLength(2);
    expect(await readInvoice(hana, invoice)).toMatchObject({ reminders: 1, can_remind: true });
  });

  test('mails no automatic reminder for paid invoices, for frozen issuers, or while switched off', async () => {
    const [hana, off, frozen] = [await florin.signUp(), await florin.signUp(), await florin.signUp()];
    const payer = await florin.signUpWith('200.00');
    for (const member of [hana, frozen]) await switchOn(member);
    await switchOn(off, false);
    const emails = [newAddress(), newAddress(), newAddress()];
    const paid = await invoiceTo(hana, emails[0]);
    await payInvoice(payer, paid, '120.00');
    for (const invoice of [paid, await invoiceTo(off, emails[1]), await invoiceTo(frozen, emails[2])])
      await letDaysPass(florin, invoice, 20);
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [frozen.user.id]);
    await runJob();
    for (const email of emails) expect(await subjectsTo(email)).toHaveLength(1);
  });
});
